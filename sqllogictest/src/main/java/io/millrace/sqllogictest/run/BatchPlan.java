package io.millrace.sqllogictest.run;

import io.millrace.sqllogictest.run.Definition.Kind;
import io.millrace.sqllogictest.script.ScriptRecord.Query;
import io.millrace.sqllogictest.script.ScriptRecord.Statement;
import io.millrace.sqllogictest.script.ScriptRecord.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A script rearranged so that views over its queries exist before its rows do: first the
 * definitions, then the views, then the rest in its order. Immutable.
 *
 * <p>A relation that is dropped and made again would stand for two things. So a batch has only
 * queries between which nothing is made again, and what was dropped before them is left out with
 * all that was done to it. What is dropped between the queries of a batch stays until its end.
 *
 * @param schema the definitions, in their order
 * @param tables those that are defined, in the order of their definitions
 * @param rest the other statements up to the last query, and the queries of the batch
 */
record BatchPlan(
    List<Statement> schema, List<String> tables, List<Step> rest, List<Query> queries) {
  BatchPlan {
    schema = List.copyOf(schema);
    tables = List.copyOf(tables);
    rest = List.copyOf(rest);
    queries = List.copyOf(queries);
  }

  /** The plans of a script's batches, each of so many queries at most. */
  static List<BatchPlan> of(List<Step> steps, int queriesPerBatch) {
    List<BatchPlan> plans = new ArrayList<>();
    Set<String> made = new HashSet<>();
    int from = 0;
    int queries = 0;
    for (int i = 0; i < steps.size(); i++) {
      boolean again =
          steps.get(i) instanceof Statement statement
              && !statement.fails()
              && definesAgain(statement, made);
      if (again || queries == queriesPerBatch) {
        add(steps, from, i, plans);
        from = i;
        queries = 0;
      }
      queries += steps.get(i) instanceof Query ? 1 : 0;
    }
    add(steps, from, steps.size(), plans);
    return plans;
  }

  private static boolean definesAgain(Statement statement, Set<String> made) {
    Optional<Definition> definition = Definition.of(statement.sql());
    return definition.isPresent()
        && (definition.get().kind() == Kind.CREATE_TABLE
            || definition.get().kind() == Kind.CREATE_VIEW)
        && !made.add(definition.get().name());
  }

  /** The plan for the queries of a range of steps, if there are any. */
  private static void add(List<Step> steps, int from, int to, List<BatchPlan> plans) {
    boolean isLast = to == steps.size();
    boolean hasQueries = steps.subList(from, to).stream().anyMatch(Query.class::isInstance);
    if (hasQueries || (isLast && plans.isEmpty())) {
      plans.add(plan(steps, from, to));
    }
  }

  private static BatchPlan plan(List<Step> steps, int from, int to) {
    Map<String, Integer> lives = lives(steps, from, to);
    List<Statement> schema = new ArrayList<>();
    List<String> tables = new ArrayList<>();
    List<Step> rest = new ArrayList<>();
    List<Query> queries = new ArrayList<>();
    for (int i = 0; i < to; i++) {
      if (steps.get(i) instanceof Query query) {
        if (i >= from) {
          queries.add(query);
          rest.add(query);
        }
      } else if (steps.get(i) instanceof Statement statement) {
        Optional<Definition> definition = Definition.of(statement.sql());
        if (definition.isEmpty()) {
          rest.add(statement);
        } else if (i >= lives.getOrDefault(definition.get().name(), 0)) {
          place(statement, definition.get(), schema, tables, rest);
        }
      }
    }
    return new BatchPlan(schema, tables, rest, queries);
  }

  /** Definitions that should fail are left out: what stands in their way may be another by now. */
  private static void place(
      Statement statement,
      Definition definition,
      List<Statement> schema,
      List<String> tables,
      List<Step> rest) {
    if (definition.kind() == Kind.ROWS) {
      rest.add(statement);
    } else if (definition.kind() != Kind.DROP && !statement.fails()) {
      schema.add(statement);
      if (definition.kind() == Kind.CREATE_TABLE) {
        tables.add(definition.name());
      }
    }
  }

  /**
   * From where on statements about a relation concern the one that the batch sees: from where it is
   * made the last time, or never if it is gone before the batch begins.
   */
  private static Map<String, Integer> lives(List<Step> steps, int from, int to) {
    Map<String, Integer> lives = new HashMap<>();
    for (int i = 0; i < to; i++) {
      if (steps.get(i) instanceof Statement statement && !statement.fails()) {
        Optional<Definition> definition = Definition.of(statement.sql());
        Kind kind = definition.map(Definition::kind).orElse(Kind.ROWS);
        if (kind == Kind.CREATE_TABLE || kind == Kind.CREATE_VIEW) {
          lives.put(definition.get().name(), i);
        } else if (kind == Kind.DROP && i < from) {
          lives.put(definition.get().name(), Integer.MAX_VALUE);
        }
      }
    }
    return lives;
  }
}
