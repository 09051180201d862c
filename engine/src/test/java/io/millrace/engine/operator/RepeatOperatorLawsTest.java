package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RepeatOperatorLawsTest {
  private static final ColumnType BIGINT = ColumnType.of(CellType.BIGINT);
  private static final RowType TYPE = RowType.of(ColumnType.varchar(5), BIGINT);

  @Test
  void rowsAsOftenAsTheirColumnSays() {
    // The random column is negative for some rows: their weights are, and stay so in both forms.
    new OperatorLaws(new Repeat(TYPE, 1), TYPE).check();
  }

  @Test
  void theCountMultipliesTheWeight() {
    ZSet rows =
        ZSet.of(TYPE.encode("a", 3L), 2)
            .plus(ZSet.of(TYPE.encode("b", 0L), 5))
            .plus(ZSet.of(TYPE.encode("c", null), 1));

    assertThat(evaluate(rows)).isEqualTo(ZSet.of(TYPE.encode("a", 3L), 6));
  }

  @Test
  void aWeightBeyond64BitsIsAnError() {
    ZSet rows = ZSet.of(TYPE.encode("a", Long.MAX_VALUE), 2);

    assertThatThrownBy(() -> evaluate(rows)).isInstanceOf(ArithmeticException.class);
  }

  private static ZSet evaluate(ZSet rows) {
    return CircuitRun.sum(
        new Repeat(TYPE, 1)
            .evaluate(OperatorLaws.statement(), List.of(new CircuitRun.ZSetInput(rows, false, 3))));
  }
}
