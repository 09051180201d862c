package io.millrace.sqllogictest.run;

import io.millrace.sqllogictest.script.ScriptRecord.Query;
import io.millrace.sqllogictest.script.ScriptRecord.Statement;
import io.millrace.sqllogictest.script.ScriptRecord.Step;
import io.millrace.sqllogictest.script.TestScript;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Runs a script as it is written. */
final class QueryMode implements Mode {
  @Override
  public String name() {
    return "query";
  }

  @Override
  public void run(
      TestScript script, List<Step> steps, Rules rules, Databases databases, Tally tally)
      throws SQLException {
    Check check = new Check(script.hashThreshold());
    try (Database database = databases.fresh()) {
      for (Step step : steps) {
        if (rules.reason(script.name(), name(), step).isPresent()) {
          tally.skipped(step);
        } else if (step instanceof Query query) {
          ask(query, database, check, tally);
        } else if (step instanceof Statement statement
            && !Steps.run(statement, () -> Steps.execute(statement, database), tally)) {
          return;
        }
      }
    }
  }

  private static void ask(Query query, Database database, Check check, Tally tally) {
    Optional<String> problem = Steps.problem(query, query.sql(), database, check);
    if (problem.isPresent()) {
      tally.failed(query, problem.get());
    } else {
      tally.passed(query);
    }
  }
}
