package io.millrace.engine.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class ExprCodecTest {
  private static final ColumnType BOOLEAN = ColumnType.of(CellType.BOOLEAN);
  private static final ColumnType BIGINT = ColumnType.of(CellType.BIGINT);
  private static final ColumnType TEXT = ColumnType.of(CellType.VARCHAR);

  private static byte[] write(Expr expr) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ExprCodec.write(expr, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static Expr read(byte[] bytes) throws IOException {
    return ExprCodec.read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  @Test
  void whatWasWrittenIsReadBack() throws IOException {
    for (long seed = 0; seed < 500; seed++) {
      Expr expr = new Generator(seed).condition(4);

      Expr copy = read(write(expr));

      assertThat(copy).as("seed %d", seed).isEqualTo(expr).hasToString(expr.toString());
      assertThat(copy.type()).as("seed %d", seed).isEqualTo(expr.type());
      assertThat(write(copy)).as("seed %d", seed).isEqualTo(write(expr));
    }
  }

  @Test
  void listsAndTheirTypesAreReadBack() throws IOException {
    ColumnType pair = ColumnType.row(List.of(TEXT, ColumnType.array(ColumnType.decimal(9, 2))));
    ColumnType bytes = ColumnType.array(ColumnType.varbinary(9));
    List<Object> fields = new ArrayList<>();
    fields.add(null);
    fields.add(List.of(new BigDecimal("1.50")));
    List<Expr> lists =
        List.of(
            Exprs.literal(List.of(fields), ColumnType.array(pair)),
            Exprs.literal(List.of(new byte[] {1}, new byte[0]), bytes),
            Exprs.call("ARRAY", Exprs.column(3, pair), Exprs.nullOf(pair)),
            Exprs.cast(Exprs.column(1, bytes), ColumnType.array(TEXT)));

    for (Expr expr : lists) {
      Expr copy = read(write(expr));

      assertThat(copy).isEqualTo(expr).hasToString(expr.toString()).hasSameHashCodeAs(expr);
      assertThat(copy.type()).isEqualTo(expr.type());
    }
    assertThat(lists.get(0)).hasToString("ARRAY[ROW(NULL, ARRAY[1.50])]");
  }

  @Test
  void differentExpressionsAreNotEqual() throws IOException {
    List<Expr> all = new ArrayList<>();
    for (long seed = 0; seed < 100; seed++) {
      all.add(new Generator(seed).condition(3));
    }
    for (Expr a : all) {
      for (Expr b : all) {
        assertThat(a.equals(b)).isEqualTo(java.util.Arrays.equals(write(a), write(b)));
      }
    }
  }

  @Test
  void anotherVersionIsRefused() throws IOException {
    byte[] bytes = write(Exprs.literal(1));
    bytes[0] = 2;

    assertThatThrownBy(() -> read(bytes)).isInstanceOf(IOException.class).hasMessageContaining("2");
  }

  /** Random expressions with every kind of node. */
  private static final class Generator {
    private final Random random;

    Generator(long seed) {
      random = new Random(seed);
    }

    Expr condition(int depth) {
      if (depth == 0) {
        return Exprs.column(random.nextInt(5), BOOLEAN.withNullable(random.nextBoolean()));
      }
      return switch (random.nextInt(9)) {
        case 0 -> Exprs.and(condition(depth - 1), condition(depth - 1));
        case 1 -> Exprs.or(condition(depth - 1), condition(depth - 1));
        case 2 -> Exprs.not(condition(depth - 1));
        case 3 -> new IsNull(number(depth - 1), random.nextBoolean());
        case 4 -> new IsTruth(condition(depth - 1), random.nextBoolean(), random.nextBoolean());
        case 5 -> Exprs.isDistinct(number(depth - 1), number(depth - 1), random.nextBoolean());
        case 6 -> Exprs.in(number(depth - 1), List.of(Exprs.literal(1), Exprs.literal(7)));
        case 7 -> Exprs.call("LIKE", text(depth - 1), Exprs.literal("a%"));
        default ->
            Exprs.compare(
                ComparisonOperator.ofCode(1 + random.nextInt(6)),
                number(depth - 1),
                number(depth - 1));
      };
    }

    private Expr number(int depth) {
      if (depth == 0) {
        return switch (random.nextInt(4)) {
          case 0 -> Exprs.literal(random.nextInt(4));
          case 1 -> Exprs.literal(new BigDecimal("1.50"), ColumnType.decimal(10, 2));
          case 2 -> Exprs.parameter(random.nextInt(3), BIGINT);
          default -> Exprs.column(random.nextInt(5), BIGINT);
        };
      }
      return switch (random.nextInt(5)) {
        case 0 -> Exprs.call("+", number(depth - 1), number(depth - 1));
        case 1 -> Exprs.coalesce(List.of(number(depth - 1), number(depth - 1)), BIGINT);
        case 2 ->
            Exprs.caseOf(
                List.of(condition(depth - 1)), List.of(number(depth - 1)), number(0), BIGINT);
        case 3 -> Exprs.tryCast(text(depth - 1), BIGINT);
        default -> Exprs.assign(number(depth - 1), ColumnType.decimal(10, 2), "price");
      };
    }

    private Expr text(int depth) {
      return switch (random.nextInt(5)) {
        case 0 -> Exprs.cast(number(depth), TEXT);
        case 1 -> Exprs.cast(Exprs.literal(new byte[] {1, 2}, of(CellType.VARBINARY)), TEXT);
        case 2 -> Exprs.cast(Exprs.literal(new UUID(1, 2), of(CellType.UUID)), TEXT);
        case 3 -> Exprs.cast(Exprs.literal(1.5, of(CellType.DOUBLE)), TEXT);
        default -> Exprs.nullOf(TEXT);
      };
    }

    private static ColumnType of(CellType type) {
      return ColumnType.of(type);
    }
  }
}
