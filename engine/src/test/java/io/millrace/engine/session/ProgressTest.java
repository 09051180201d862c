package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.circuit.Progress;
import io.millrace.engine.commit.CommitPipeline;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.plan.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Long work tells how far it is, and commits go on beside a fill. */
@Timeout(120)
class ProgressTest {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final int ROWS = 1_000;

  private SqlSession db;
  private SqlSession other;
  private final Progress progress = new Progress();

  @BeforeEach
  void fillTables() {
    String name = "progress" + NUMBER.incrementAndGet();
    db = SqlSession.memory(name);
    other = SqlSession.memory(name);
    db.run(
        """
        CREATE TABLE d (n INTEGER);
        CREATE TABLE t (id INTEGER PRIMARY KEY, g INTEGER);
        INSERT INTO d VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9);
        INSERT INTO t SELECT a.n + 10 * b.n + 100 * c.n, a.n + 10 * b.n + 100 * c.n
          FROM d a, d b, d c;
        """);
  }

  @AfterEach
  void shutDown() {
    other.close();
    db.run("SHUTDOWN");
    db.close();
  }

  @Test
  void aQueryCountsTheRowsThatItReads() {
    try (Running query =
        Running.start(
            () ->
                assertThat(
                        db.failure("SELECT COUNT(*) FROM t a, t b, t c WHERE a.g * b.g + c.g = -1"))
                    .isEqualTo("57014"))) {
      AtomicLong most = new AtomicLong();
      Running.await(
          () -> {
            db.session()
                .progress()
                .ifPresent(now -> most.set(Math.max(now.rowsDone(), most.get())));
            return most.get() > 2 * ROWS;
          });
      StatementProgress now = db.session().progress().orElseThrow();
      assertThat(now.phase()).isEqualTo("Reading");
      assertThat(now.rowsExpected()).isEqualTo(3 * ROWS);
      Running.await(
          () -> {
            db.session().cancel();
            return !query.isAlive();
          });
    }
    assertThat(db.session().progress()).isEmpty();
  }

  @Test
  void rowsThatAreLookedUpByKeyAreNotExpected() {
    db.run("CREATE TABLE few (k INTEGER); INSERT INTO few VALUES (1), (2)");
    RowStream rows =
        ((StatementResult.Rows)
                db.session()
                    .execute(
                        db.session().prepare("SELECT * FROM few JOIN t ON few.k = t.id"),
                        List.of(),
                        ExecutionOptions.NONE))
            .rows();
    List<StatementProgress> seen = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        seen.add(StatementProgress.of(((CursorRows) rows).progress().state()));
      }
    }
    assertThat(seen).last().extracting(StatementProgress::rowsExpected).isEqualTo(2L);
    assertThat(seen).last().extracting(StatementProgress::rowsDone).isEqualTo(2L);
  }

  /** Creates what a statement says, and runs something in the middle of its fill. */
  private void create(String sql, Runnable during) {
    Database database = db.session().database();
    AtomicInteger calls = new AtomicInteger();
    CommitPipeline.CatalogFunction change =
        catalog -> {
          Catalog known = database.pipeline().published().catalog();
          Statement planned = database.plan(sql, "public", PlanningMode.USUAL, known);
          return planned instanceof Statement.CreateIndex index
              ? new IndexDdl(database.circuits()).create(catalog, index)
              : ViewDdl.createView(catalog, (Statement.CreateView) planned, "public");
        };
    database
        .pipeline()
        .alter(
            change,
            () -> {
              if (progress.state().phase().startsWith("Filling")
                  && calls.getAndIncrement() == 100) {
                during.run();
              }
            },
            progress);
    assertThat(calls).hasValueGreaterThan(100);
  }

  /** From another thread, so that it waits if the fill keeps the commit lock. */
  private void beside(String script) {
    Running.start(() -> other.run(script)).end();
  }

  @Test
  void aFillTellsWhatItFillsAndHowMuchOfIt() {
    AtomicLong done = new AtomicLong();
    create(
        "CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT g, COUNT(*) AS n FROM t GROUP BY g",
        () -> {
          assertThat(progress.state().phase()).isEqualTo("Filling view \"v\"");
          assertThat(progress.state().rowsExpected()).isEqualTo(ROWS);
          done.set(progress.state().rowsDone());
        });
    assertThat(done.get()).isBetween(50L, 200L);
    assertThat(progress.state().phase()).startsWith("Catching up");
  }

  @Test
  void commitsGoOnBesideTheFillOfAnIndexAndAreInIt() {
    create(
        "CREATE INDEX t_g ON t (g)",
        () -> {
          assertThat(progress.state().rowsExpected()).isEqualTo(ROWS);
          beside(
              "INSERT INTO t VALUES (5000, 77); UPDATE t SET g = 78 WHERE id = 77;"
                  + " DELETE FROM t WHERE id = 3");
        });

    assertThat(db.ordered("EXPLAIN SELECT id FROM t WHERE g = 77").toString()).contains("t_g");
    assertThat(db.rows("SELECT id FROM t WHERE g = 77")).containsExactly("5000");
    assertThat(db.rows("SELECT id FROM t WHERE g = 78")).containsExactly("77", "78");
    assertThat(db.rows("SELECT id FROM t WHERE g = 3")).isEmpty();
  }

  @Test
  void aUniqueIndexSeesTheDuplicateThatACommitBesideItsFillMakes() {
    assertThatThrownBy(
            () ->
                create(
                    "CREATE UNIQUE INDEX u ON t (g)",
                    () -> beside("INSERT INTO t VALUES (5000, 77)")))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("(77)");
    assertThat(db.failure("DROP INDEX u")).isEqualTo("42704");

    db.run("DELETE FROM t WHERE id = 5000");
    create(
        "CREATE UNIQUE INDEX u ON t (g)",
        () ->
            beside(
                "DELETE FROM t WHERE id = 8; INSERT INTO t VALUES (8000, 8), (8001, NULL), (8002, NULL)"));
    assertThat(db.failure("INSERT INTO t VALUES (9000, 8)")).isEqualTo("23505");
    assertThat(db.failure("INSERT INTO t VALUES (9000, 500)")).isEqualTo("23505");
  }
}
