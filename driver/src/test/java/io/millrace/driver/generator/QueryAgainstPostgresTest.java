package io.millrace.driver.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.driver.generator.Differential.Comparison;
import io.millrace.driver.generator.Differential.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random queries give what PostgreSQL 15 gives: {@code mvn verify -Ppostgres}. What differs on
 * purpose is in {@link Dialect} and {@link Verdict}, each with its reason; PostgreSQL has no
 * QUALIFY.
 *
 * <p>{@code -Dmillrace.generator.queries=N}, {@code -Dmillrace.seed=N} and {@code
 * -Dmillrace.generator.faults=N} as in {@link ViewGeneratorTest}.
 */
@Tag("postgres")
class QueryAgainstPostgresTest {
  private static final int QUERIES = Integer.getInteger("millrace.generator.queries", 3000);
  private static final int FAULTS = Integer.getInteger("millrace.generator.faults", 1);
  private static final long SEED = Long.getLong("millrace.seed", 20261130L);
  private static final int QUERIES_OF_A_DATABASE = 30;
  private static final int VIEWS_OF_A_DATABASE = 3;
  private static final int REDUCING_RUNS = 400;

  private final Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
  private final Map<Construct, Integer> constructs = new EnumMap<>(Construct.class);
  private final Map<String, Integer> reasons = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();
  private int queries;
  private int nonEmpty;
  private int views;

  @Test
  void queriesGiveWhatPostgresGives() throws IOException, SQLException {
    Path programs = PostgresServer.programs();
    assumeTrue(programs != null, "PostgreSQL is not installed: no initdb in the usual folders");
    assumeTrue(hasDriver(), "no JDBC driver of PostgreSQL: run with -Ppostgres");

    compare(programs);

    System.out.printf(
        "%d queries, %d with rows, over %d views: %s%n", queries, nonEmpty, views, verdicts);
    reasons.forEach((reason, times) -> System.out.println(times + " " + reason));
    System.out.println("constructs: " + constructs);
    assertThat(faults).isEmpty();
    assertThat(nonEmpty).isGreaterThan(queries / 2);
  }

  private static boolean hasDriver() {
    return DriverManager.drivers().anyMatch(d -> d.getClass().getName().startsWith("org.postgres"));
  }

  private void compare(@Nullable Path programs) throws IOException, SQLException {
    if (programs == null) {
      return;
    }
    try (PostgresServer server = PostgresServer.start(programs);
        Connection ours = DriverManager.getConnection("jdbc:millrace:mem:");
        Connection theirs = server.connect()) {
      Set<Construct> available = both(ours, theirs);
      System.out.println("not in both: " + EnumSet.complementOf(EnumSet.copyOf(available)));
      Differential differential = new Differential(ours, theirs);
      for (long seed = SEED; queries < QUERIES && faults.size() < FAULTS; seed++) {
        Choices choices = Choices.random(seed);
        Schema schema = Schema.random(choices);
        differential.create(schema);
        database(differential, seed, schema, rows(choices, schema), available);
        differential.drop(schema);
      }
    }
  }

  private static Set<Construct> both(Connection ours, Connection theirs) throws SQLException {
    Set<Construct> both = EnumSet.allOf(Construct.class);
    for (Connection connection : List.of(ours, theirs)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE probe (k INTEGER, v INTEGER, s VARCHAR(10))");
        both.retainAll(Construct.accepted(query -> accepts(statement, query)));
        statement.execute("DROP TABLE probe");
      }
    }
    return both;
  }

  private static boolean accepts(Statement statement, String query) {
    try {
      statement.executeQuery(query).close();
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  /** What a random history leaves. */
  private static TableRows rows(Choices choices, Schema schema) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:millrace:mem:");
        Statement statement = connection.createStatement()) {
      for (String definition : schema.definitions()) {
        statement.execute(definition);
      }
      HistoryGenerator history = new HistoryGenerator(choices, schema);
      List<String> statements = new ArrayList<>(history.first().statements());
      for (int i = 0; i < 5; i++) {
        history.next().statements().stream()
            .filter(sql -> !sql.contains("SAVEPOINT"))
            .forEach(statements::add);
      }
      for (String sql : statements) {
        try {
          statement.execute(sql);
        } catch (SQLException e) {
          assertThat(ViewRun.isOfData(e)).as("%s: %s", sql, e.getMessage()).isTrue();
        }
      }
      return TableRows.of(connection, schema);
    }
  }

  private void database(
      Differential differential, long seed, Schema schema, TableRows rows, Set<Construct> available)
      throws SQLException {
    assertThat(differential.load(rows)).isTrue();
    List<Source> sources = new ArrayList<>(schema.sources());
    List<View> kept = new ArrayList<>();
    for (int i = 0; i < QUERIES_OF_A_DATABASE && faults.size() < FAULTS; i++) {
      Choices choices = Choices.random(seed * 1_000 + i);
      View query = View.generate("q" + i, choices, available, sources);
      Comparison comparison = differential.compare(query);
      Answer here = comparison.here();
      Verdict verdict = comparison.verdict();
      queries++;
      nonEmpty += here.rows().isEmpty() ? 0 : 1;
      verdicts.merge(verdict, 1, Integer::sum);
      if (here.fails() || comparison.other().fails()) {
        reasons.merge(comparison.reason(), 1, Integer::sum);
      }
      query.used().forEach((construct, n) -> constructs.merge(construct, n, Integer::sum));
      if (verdict.isFault()) {
        report(differential, seed * 1_000 + i, schema, kept, rows, query, verdict);
        differential.load(rows);
      } else if (kept.size() < VIEWS_OF_A_DATABASE
          && verdict == Verdict.SAME
          && !query.mayFail()
          && differential.keep(query)) {
        kept.add(query);
        sources.add(query.source());
      }
    }
    views += kept.size();
    for (int i = kept.size() - 1; i >= 0; i--) {
      differential.drop(kept.get(i));
    }
  }

  private void report(
      Differential differential,
      long seed,
      Schema schema,
      List<View> kept,
      TableRows rows,
      View query,
      Verdict verdict)
      throws SQLException {
    int[] runs = {REDUCING_RUNS};
    int[] fewer =
        Reducer.fewerChoices(
            query.made(),
            made -> runs[0]-- > 0 && compares(differential, query.remade(made), verdict));
    View least = query.remade(fewer);
    TableRows fewest = differential.reduced(rows, least, verdict);
    differential.load(fewest);
    String text =
        "%s, seed %d:%n%s%s%s;%nfor PostgreSQL: %s%nhere:  %s%nthere: %s"
            .formatted(
                verdict,
                seed,
                definitions(schema, kept),
                fewest.script(),
                least.query().sql(),
                least.in(Dialect.POSTGRES),
                differential.here(least),
                differential.there(least));
    System.out.println(text);
    faults.add(verdict + ", seed " + seed);
  }

  private static String definitions(Schema schema, List<View> kept) {
    List<String> definitions = new ArrayList<>(schema.definitions());
    kept.forEach(view -> definitions.add(view.definition()));
    return String.join(";\n", definitions) + ";\n";
  }

  private static boolean compares(Differential differential, View query, Verdict verdict) {
    try {
      return differential.compare(query).verdict() == verdict;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
