package io.millrace.driver.generator;

import io.millrace.driver.generator.HistoryGenerator.Transaction;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tables, views and a history that can be run again and again, and made smaller. Immutable. */
record Scenario(Schema schema, List<View> views, List<Transaction> history, boolean withOtherWays) {
  Scenario {
    views = List.copyOf(views);
    history = List.copyOf(history);
  }

  /** Runs it in a new database; null if all is right. */
  @Nullable Fault run() throws SQLException {
    try (ViewRun run = new ViewRun(schema.definitions(), new Statistics())) {
      for (View view : views) {
        if (run.create(view) != null) {
          return null;
        }
      }
      for (Transaction transaction : history) {
        run.play(transaction);
      }
      if (withOtherWays) {
        run.otherWays(schema.definitions(), schema);
      }
      return null;
    } catch (Fault fault) {
      return fault;
    }
  }

  Scenario with(List<View> fewer) {
    return new Scenario(schema, fewer, history, withOtherWays);
  }

  Scenario withHistory(List<Transaction> shorter) {
    return new Scenario(schema, views, shorter, withOtherWays);
  }

  /** A script that the console runs. */
  String script() {
    List<String> lines = new ArrayList<>(schema.definitions());
    views.forEach(view -> lines.add(view.definition()));
    for (Transaction transaction : history) {
      lines.add("BEGIN");
      lines.addAll(transaction.statements());
      lines.add(transaction.commit() ? "COMMIT" : "ROLLBACK");
    }
    return String.join(";\n", lines) + ";\n";
  }
}
