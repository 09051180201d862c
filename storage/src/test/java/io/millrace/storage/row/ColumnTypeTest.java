package io.millrace.storage.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Types;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ColumnTypeTest {
  private static final ColumnType CENTS = ColumnType.decimal(9, 2);
  private static final ColumnType TEXT = ColumnType.varchar(ColumnType.UNLIMITED);

  @Test
  void cellsThatAreEqualInSqlGetOneForm() {
    ColumnType real = ColumnType.of(CellType.REAL);
    ColumnType doubles = ColumnType.of(CellType.DOUBLE);
    double otherNan = Double.longBitsToDouble(0xFFF8_0000_0000_0001L);

    assertThat(ColumnType.decimal(5, 2).normalize(new BigDecimal("1.5")))
        .isEqualTo(new BigDecimal("1.50"));
    assertThat(ColumnType.decimal(5, 0).normalize(new BigDecimal("1E+3")))
        .isEqualTo(new BigDecimal("1000"));
    assertThat(ColumnType.decimal(5, 0).normalize(new BigDecimal("0E+1000")))
        .isEqualTo(new BigDecimal("0"));
    assertThat(doubles.normalize(-0.0)).isEqualTo(0.0);
    assertThat(Double.doubleToRawLongBits((Double) present(doubles.normalize(otherNan))))
        .isEqualTo(Double.doubleToRawLongBits(Double.NaN));
    assertThat(real.normalize(0.1)).isEqualTo((double) 0.1f);
    assertThat(real.normalize(-1e-300)).isEqualTo(0.0);
    assertThat(ColumnType.character(3).normalize("a     ")).isEqualTo("a");
    assertThat(ColumnType.character(3).normalize("     ")).isEqualTo("");
    assertThat(ColumnType.varchar(3).normalize("a  ")).isEqualTo("a  ");
    assertThat(ColumnType.of(CellType.DATE).normalize(null)).isNull();
  }

  private static ColumnType array(ColumnType element) {
    return ColumnType.array(element);
  }

  @Test
  void listsHoldNormalCellsAndCannotBeChanged() {
    ColumnType type = array(ColumnType.row(List.of(ColumnType.character(3), CENTS)));
    List<@Nullable Object> fields = Arrays.asList("a  ", new BigDecimal("1.5"));
    List<@Nullable Object> cell = Arrays.asList(fields, null);

    Object normal = present(type.normalize(cell));
    cell.set(1, fields);

    assertThat(normal).isEqualTo(Arrays.asList(Arrays.asList("a", new BigDecimal("1.50")), null));
    assertThat(normal).isInstanceOf(Collections.unmodifiableList(cell).getClass());
    assertThat(array(CENTS).normalize(List.of())).isEqualTo(List.of());
  }

  @Test
  void elementsAreRefusedAsCellsOfTheirTypeAre() {
    assertRefused("22001", array(ColumnType.varchar(2)), List.of("ab", "abc"));
    assertRefused("22003", array(array(ColumnType.of(CellType.TINYINT))), List.of(List.of(128L)));
    assertRefused(
        "22008", ColumnType.row(List.of(ColumnType.of(CellType.TIME))), List.of(86_400_000_000L));
    assertRefused("54000", array(CENTS), Collections.nCopies(2_000_000, BigDecimal.ONE));
    List<Object> shared = Collections.nCopies(1_000_000, "x".repeat(1_000));
    assertRefused("54000", array(array(TEXT)), Collections.nCopies(1_000_000, shared));
  }

  @Test
  void elementsMayBeNullWhateverTheyWereMadeFrom() {
    ColumnType array = array(TEXT.notNull());

    assertThat(array).isEqualTo(array(TEXT));
    assertThat(array.element().nullable()).isTrue();
    assertThat(array.normalize(Arrays.asList("a", null))).isEqualTo(Arrays.asList("a", null));
  }

  private static Object present(@Nullable Object cell) {
    assertThat(cell).isNotNull();
    return cell == null ? "" : cell;
  }

  @Test
  void aCellThatTheColumnCannotHoldIsRefusedWithItsState() {
    assertRefused("22003", ColumnType.of(CellType.TINYINT), 128L);
    assertRefused("22003", ColumnType.of(CellType.SMALLINT), -32_769L);
    assertRefused("22003", ColumnType.of(CellType.INTEGER), 1L << 31);
    assertRefused("22003", ColumnType.decimal(4, 2), new BigDecimal("100.00"));
    assertRefused("22003", ColumnType.decimal(4, 2), new BigDecimal("1.234"));
    assertRefused("22003", ColumnType.decimal(38, 0), new BigDecimal("1E+38"));
    assertRefused("22003", ColumnType.decimal(38, 0), new BigDecimal("1E+1000000000"));
    assertRefused("22003", ColumnType.of(CellType.REAL), 1e39);
    assertRefused("22001", ColumnType.varchar(2), "abc");
    assertRefused("22001", ColumnType.character(2), "abc");
    assertRefused("22001", ColumnType.varbinary(2), new byte[3]);
    assertRefused("22021", ColumnType.varchar(9), "a\uD83D");
    assertRefused("22021", ColumnType.varchar(9), "\uDE00a");
    assertRefused("22021", ColumnType.character(9), "\uD83D ");
    assertRefused("22008", ColumnType.of(CellType.DATE), 1L << 31);
    assertRefused("22008", ColumnType.of(CellType.TIME), 86_400_000_000L);
    assertRefused("22008", ColumnType.of(CellType.TIME), -1L);
    assertRefused("23502", ColumnType.of(CellType.TIME).notNull(), null);
  }

  private static void assertRefused(String state, ColumnType type, @Nullable Object cell) {
    RowType row = RowType.of(ColumnType.of(CellType.BOOLEAN), type);
    assertThatThrownBy(() -> type.normalize(cell))
        .as("%s", type)
        .isInstanceOfSatisfying(RowException.class, e -> assertThat(e.sqlState()).isEqualTo(state));
    assertThatThrownBy(() -> row.encode(true, cell))
        .as("%s", type)
        .isInstanceOfSatisfying(
            RowException.class,
            e -> {
              assertThat(e.sqlState()).isEqualTo(state);
              assertThat(e.column()).isEqualTo(1);
            });
  }

  @Test
  void lengthsCountCharactersAndNotTrailingBlanksOfChar() {
    String faces = "\uD83D\uDE00\uD83D\uDE00";

    assertThat(ColumnType.varchar(2).normalize(faces)).isEqualTo(faces);
    assertThat(ColumnType.character(2).normalize("ab   ")).isEqualTo("ab");
    assertRefused("22001", ColumnType.varchar(1), faces);
  }

  @Test
  void messagesSayTheValueTheTypeAndTheLimit() {
    assertThatThrownBy(() -> ColumnType.decimal(4, 2).normalize(new BigDecimal("100")))
        .hasMessage("value 100 is out of range for DECIMAL(4,2)");
    assertThatThrownBy(() -> ColumnType.varchar(2).notNull().normalize("abc"))
        .hasMessage("value of 3 characters is too long for VARCHAR(2)");
    assertThatThrownBy(() -> ColumnType.varchar(9).normalize("\uD83D\uDE00\uD83D"))
        .hasMessage("text holds a lone surrogate U+D83D at position 2, which is no character");
  }

  @Test
  void aRowHasAtMostSixteenMebibytes() {
    RowType type = RowType.of(ColumnType.of(CellType.VARBINARY).notNull());
    byte[] greatest = new byte[RowType.MAX_ROW_BYTES - 5];
    Arrays.fill(greatest, (byte) 1);

    assertThat(type.encode(greatest)).hasSize(RowType.MAX_ROW_BYTES);
    assertTooLong(type, new byte[greatest.length]); // zeros take two bytes each
    assertTooLong(type, Arrays.copyOf(greatest, greatest.length + 1));
  }

  private static void assertTooLong(RowType type, byte[] value) {
    assertThatThrownBy(() -> type.encode(value))
        .isInstanceOfSatisfying(
            RowException.class,
            e -> {
              assertThat(e.sqlState()).isEqualTo("54000");
              assertThat(e.column()).isEqualTo(RowException.NO_COLUMN);
            });
    assertThatThrownBy(() -> new RowWriter(type).put(value).row())
        .isInstanceOfSatisfying(
            RowException.class, e -> assertThat(e.sqlState()).isEqualTo("54000"));
  }

  @Test
  void aCellOfAnotherClassIsABrokenInvariant() {
    RowType type = RowType.of(ColumnType.of(CellType.INTEGER));

    assertThatThrownBy(() -> type.encode(1))
        .isInstanceOf(AssertionError.class)
        .hasMessage("column 0 of type INTEGER was given a java.lang.Integer");
    assertThatThrownBy(() -> RowType.of(array(ColumnType.varchar(9))).encode(List.of(1L)))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "column 0 of type VARCHAR(9) ARRAY was given a java.util.ImmutableCollections$List12");
    ColumnType pair = ColumnType.row(List.of(ColumnType.varchar(9), ColumnType.varchar(9)));
    assertThatThrownBy(() -> pair.normalize(List.of("a")))
        .isInstanceOf(AssertionError.class)
        .hasMessage("1 fields for a ROW(VARCHAR(9), VARCHAR(9))");
  }

  @Test
  void parametersThatDoNotFitTheTypeAreRefused() {
    assertThatThrownBy(() -> ColumnType.decimal(39, 0)).hasMessageContaining("precision 39");
    assertThatThrownBy(() -> ColumnType.decimal(3, 4)).hasMessageContaining("scale 4");
    assertThatThrownBy(() -> new ColumnType(CellType.DATE, 3, 0, true))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ColumnType(CellType.DATE, -1, 0, true))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ColumnType.varchar(-2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ColumnType.of(CellType.ARRAY))
        .hasMessage("ARRAY must not have the parts []");
    assertThatThrownBy(() -> ColumnType.row(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ColumnType(CellType.DATE, 0, 0, true, List.of(CENTS)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void typesReadAsInSql() {
    assertThat(ColumnType.decimal(12, 2).notNull()).hasToString("DECIMAL(12,2) NOT NULL");
    assertThat(ColumnType.varchar(10)).hasToString("VARCHAR(10)");
    assertThat(ColumnType.of(CellType.VARCHAR)).hasToString("VARCHAR");
    assertThat(ColumnType.of(CellType.TIMESTAMP_WITH_TIME_ZONE).notNull())
        .hasToString("TIMESTAMP WITH TIME ZONE NOT NULL");
    assertThat(ColumnType.of(CellType.DECIMAL)).isEqualTo(ColumnType.decimal(38, 0));
    assertThat(array(array(CENTS)).notNull()).hasToString("DECIMAL(9,2) ARRAY ARRAY NOT NULL");
    assertThat(ColumnType.row(List.of(CENTS, TEXT))).hasToString("ROW(DECIMAL(9,2), VARCHAR)");
  }

  @Test
  void typesNameThemselvesWithoutLengths() {
    assertThat(CENTS.notNull().typeName()).isEqualTo("DECIMAL");
    assertThat(ColumnType.of(CellType.INTERVAL_MONTHS).typeName())
        .isEqualTo("INTERVAL YEAR TO MONTH");
    assertThat(array(array(ColumnType.varchar(9))).typeName()).isEqualTo("VARCHAR ARRAY ARRAY");
    assertThat(ColumnType.row(List.of(CENTS)).typeName()).isEqualTo("ROW");
  }

  @Test
  void keysMatchBetweenTypesWhoseEqualCellsHaveEqualBytes() {
    ColumnType integer = ColumnType.of(CellType.INTEGER);
    ColumnType pair = ColumnType.row(List.of(integer, ColumnType.varchar(9)));

    assertKeysMatch(CENTS, ColumnType.decimal(18, 2).notNull(), new BigDecimal("1.50"));
    assertKeysMatch(ColumnType.character(5), ColumnType.varchar(2).notNull(), "ab");
    assertKeysMatch(ColumnType.binary(3), ColumnType.binary(9), new byte[] {0, 1});
    assertKeysMatch(array(CENTS), array(ColumnType.decimal(18, 2)), List.of(BigDecimal.ONE));
    assertKeysMatch(
        pair, ColumnType.row(List.of(integer, ColumnType.character(1))), List.of(1L, "a"));
  }

  private static void assertKeysMatch(ColumnType a, ColumnType b, Object cell) {
    assertThat(a.hasKeysOf(b)).as("%s, %s", a, b).isTrue();
    assertThat(b.hasKeysOf(a)).as("%s, %s", b, a).isTrue();
    assertThat(key(a, cell)).as("%s, %s", a, b).isEqualTo(key(b, cell));
  }

  private static byte @Nullable [] key(ColumnType type, Object cell) {
    RowType row = RowType.of(type);
    return KeyFormat.tagged(row, 0).key(row.encode(cell));
  }

  @Test
  void keysDoNotMatchBetweenTypesThatEncodeEqualCellsInTwoWays() {
    ColumnType integer = ColumnType.of(CellType.INTEGER);
    BigDecimal one = BigDecimal.ONE;

    assertKeysDiffer(ColumnType.of(CellType.TINYINT), integer, 1L, 1L);
    assertKeysDiffer(CENTS, ColumnType.decimal(9, 1), one, one);
    assertKeysDiffer(CENTS, ColumnType.decimal(19, 2), one, one);
    assertKeysDiffer(ColumnType.of(CellType.REAL), ColumnType.of(CellType.DOUBLE), 1.0, 1.0);
    assertKeysDiffer(array(CENTS), array(ColumnType.decimal(9, 1)), List.of(one), List.of(one));
    assertKeysDiffer(
        ColumnType.row(List.of(integer, CENTS)),
        ColumnType.row(List.of(integer, ColumnType.decimal(19, 2))),
        List.of(1L, one),
        List.of(1L, one));
    assertThat(TEXT.hasKeysOf(ColumnType.varbinary(9))).isFalse();
    assertThat(ColumnType.varbinary(9).hasKeysOf(TEXT)).isFalse();
    assertThat(CENTS.hasKeysOf(integer)).isFalse();
    assertThat(integer.hasKeysOf(CENTS)).isFalse();
    assertThat(ColumnType.row(List.of(CENTS)).hasKeysOf(ColumnType.row(List.of(CENTS, CENTS))))
        .isFalse();
  }

  private static void assertKeysDiffer(ColumnType a, ColumnType b, Object cell, Object same) {
    assertThat(a.hasKeysOf(b)).as("%s, %s", a, b).isFalse();
    assertThat(b.hasKeysOf(a)).as("%s, %s", b, a).isFalse();
    assertThat(key(a, cell)).as("%s, %s", a, b).isNotEqualTo(key(b, same));
  }

  @Test
  void driversAreToldTheTypesOfJdbc() {
    assertThat(CellType.DECIMAL.jdbcType()).isEqualTo(Types.DECIMAL);
    assertThat(CellType.TIMESTAMP_WITH_TIME_ZONE.jdbcType())
        .isEqualTo(Types.TIMESTAMP_WITH_TIMEZONE);
    assertThat(CellType.UUID.jdbcType()).isEqualTo(Types.OTHER);
    assertThat(CellType.ARRAY.jdbcType()).isEqualTo(Types.ARRAY);
    assertThat(Arrays.stream(CellType.values()).filter(CellType::hasParts))
        .containsExactly(CellType.ARRAY, CellType.ROW);
  }

  @Test
  void codesOfTypesNeverChange() {
    assertThat(Arrays.stream(CellType.values()).map(type -> type.code() + " " + type))
        .containsExactly(
            "1 BOOLEAN",
            "2 TINYINT",
            "3 SMALLINT",
            "4 INTEGER",
            "5 BIGINT",
            "6 DECIMAL",
            "7 REAL",
            "8 DOUBLE",
            "9 CHAR",
            "10 VARCHAR",
            "11 BINARY",
            "12 VARBINARY",
            "13 DATE",
            "14 TIME",
            "15 TIMESTAMP",
            "16 TIMESTAMP_WITH_TIME_ZONE",
            "17 UUID",
            "18 INTERVAL_MONTHS",
            "19 INTERVAL_MICROS",
            "20 ARRAY",
            "21 ROW");
    for (CellType type : CellType.values()) {
      assertThat(CellType.ofCode(type.code())).isEqualTo(type);
    }
    assertThatThrownBy(() -> CellType.ofCode(22)).isInstanceOf(RowException.class);
    assertThatThrownBy(() -> CellType.ofCode(0)).isInstanceOf(RowException.class);
  }
}
