package io.millrace.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.SystemContent;
import io.millrace.engine.circuit.RelationReader;
import io.millrace.engine.expr.StatementValues;
import io.millrace.engine.view.Circuits;
import io.millrace.storage.store.Snapshot;
import io.millrace.storage.trace.Cursor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SnapshotContextTest {
  private int asked;

  private SnapshotContext statement() {
    SystemSource source =
        (relation, catalog, snapshot) -> {
          List<@Nullable Object[]> rows = new ArrayList<>();
          rows.add(new @Nullable Object[] {"asked", "time " + ++asked, null, null});
          return rows;
        };
    return new SnapshotContext(
        Catalog.EMPTY,
        Snapshot.EMPTY,
        new PendingChanges(),
        new Circuits(),
        List.of(),
        StatementValues.NONE,
        new Cancellation(0),
        source);
  }

  private static String value(SnapshotContext statement) {
    RelationReader settings = statement.relation(SystemContent.SETTINGS.relation().id());
    Cursor rows = settings.scan();
    assertThat(rows.next()).isTrue();
    return String.valueOf(settings.rowType().decode(rows.row())[1]);
  }

  @Test
  void aStatementThatReadsASystemTableTwiceSeesTheSameRows() {
    SnapshotContext statement = statement();

    assertThat(value(statement)).isEqualTo("time 1");
    assertThat(value(statement)).isEqualTo("time 1");
    assertThat(value(statement())).isEqualTo("time 2");
  }
}
