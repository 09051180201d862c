package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.circuit.Progress;
import io.millrace.engine.commit.CommitPipeline;
import io.millrace.engine.error.DatabaseException;
import io.millrace.engine.plan.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ALTER TABLE adds constraints to tables with rows, beside commits, and drops them. */
@Timeout(60)
class AlterTableTest {
  private static int number;

  private SqlSession db;
  private SqlSession other;

  @BeforeEach
  void open() {
    String name = "alter-table-" + ++number;
    db = SqlSession.memory(name);
    other = SqlSession.memory(name);
    db.run(
        """
        CREATE TABLE parent (id INTEGER PRIMARY KEY, v INTEGER);
        CREATE TABLE child (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER);
        CREATE TABLE bag (a INTEGER, b INTEGER);
        INSERT INTO parent VALUES (1, 1), (2, 1), (3, 1);
        INSERT INTO child VALUES (10, 1, 1), (11, 1, NULL), (12, NULL, 5);
        INSERT INTO bag VALUES (1, 1), (1, 1), (NULL, 5);
        """);
  }

  @AfterEach
  void close() {
    db.run("SHUTDOWN");
    db.close();
    other.close();
  }

  private Table table(String name) {
    return (Table) db.catalog().relation(new QualifiedName("public", name)).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "child ADD CHECK (a <= b) | none | INSERT INTO child VALUES (13, 2, 1) | 23514",
        "child ADD CONSTRAINT c CHECK (b < 5) | 23514 | INSERT INTO child VALUES (13, 2, 9) | none",
        "child ADD CHECK (missing > 1) | 42703 | SELECT 1 | none",
        "child ADD UNIQUE (a, b) | none | INSERT INTO child VALUES (13, 1, 1) | 23505",
        "child ADD CONSTRAINT u UNIQUE (a) | 23505 | INSERT INTO child VALUES (13, 1, 1) | none",
        "bag ADD UNIQUE (b) | 23505 | INSERT INTO bag VALUES (7, 1) | none",
        "child ADD FOREIGN KEY (a) REFERENCES parent | none"
            + " | INSERT INTO child VALUES (13, 9, 9) | 23503",
        "child ADD FOREIGN KEY (b) REFERENCES parent | 23503"
            + " | INSERT INTO child VALUES (13, 9, 9) | none",
        "bag ADD FOREIGN KEY (a) REFERENCES parent | none | DELETE FROM parent | 23503",
        "bag ADD FOREIGN KEY (b) REFERENCES parent | 23503 | DELETE FROM parent | none",
        "child ADD PRIMARY KEY (a) | 0A000 | SELECT 1 | none",
        "child DROP CONSTRAINT child_pkey | 0A000 | SELECT 1 | none",
        "child DROP CONSTRAINT nothing | 42704 | SELECT 1 | none",
        "child DROP CONSTRAINT IF EXISTS nothing | none | SELECT 1 | none",
        "nothing ADD UNIQUE (a) | 42P01 | SELECT 1 | none",
        "nothing DROP CONSTRAINT a | 42P01 | SELECT 1 | none",
        "information_schema.tables ADD UNIQUE (table_name) | 42809 | SELECT 1 | none",
        "child ADD CONSTRAINT child_pkey UNIQUE (a, b) | 42710 | SELECT 1 | none",
      })
  void aConstraintHoldsForAllRowsOrIsRefused(
      String change, String state, String after, String stateAfter) {
    Table before = table("child");

    assertThat(db.failure("ALTER TABLE " + change)).isEqualTo(state);

    if (!state.equals("none")) {
      assertThat(table("child")).isSameAs(before);
    }
    assertThat(db.failure(after)).isEqualTo(stateAfter);
  }

  @Test
  void aDroppedConstraintIsGoneAndItsNameFree() {
    db.run(
        """
        ALTER TABLE child ADD CONSTRAINT n CHECK (id > 0);
        ALTER TABLE child DROP CONSTRAINT N;
        ALTER TABLE child ADD CONSTRAINT n UNIQUE (a, b);
        ALTER TABLE child DROP CONSTRAINT n RESTRICT;
        ALTER TABLE child ADD CONSTRAINT n FOREIGN KEY (a) REFERENCES parent;
        ALTER TABLE child DROP CONSTRAINT n CASCADE;
        """);

    assertThat(table("child").checks()).isEmpty();
    assertThat(table("child").indexes()).isEmpty();
    assertThat(db.failure("INSERT INTO child VALUES (-1, 1, 1)")).isEqualTo("none");
    assertThat(db.failure("DELETE FROM parent")).isEqualTo("none");
  }

  @Test
  void aConstraintIsPartOfWhatATransactionReliesOn() {
    other.run("BEGIN; INSERT INTO child VALUES (20, 50, 50)");
    db.run("ALTER TABLE child ADD FOREIGN KEY (a) REFERENCES parent");

    assertThat(other.failure("COMMIT")).isEqualTo("40001");
    assertThat(other.failure("INSERT INTO child VALUES (20, 50, 50)")).isEqualTo("23503");
  }

  @Test
  void constraintsWithoutANameGetDifferentOnes() {
    db.run(
        """
        CREATE TABLE t (a INTEGER CHECK (a > 0), b INTEGER UNIQUE CHECK (b > 0) REFERENCES parent,
          FOREIGN KEY (b) REFERENCES parent, CONSTRAINT t_check3 CHECK (a > b));
        ALTER TABLE t ADD CHECK (a > 1);
        ALTER TABLE t ADD FOREIGN KEY (b) REFERENCES parent;
        """);

    assertThat(table("t").checks())
        .extracting(Table.Check::name)
        .containsExactly("t_check1", "t_check2", "t_check3", "t_check4");
    assertThat(table("t").foreignKeys())
        .extracting(key -> key.name())
        .containsExactly("t_b_fkey", "t_b_fkey1", "t_b_fkey2");
    assertThat(db.failure("ALTER TABLE t ADD CONSTRAINT T_CHECK1 UNIQUE (a)")).isEqualTo("42710");
    assertThat(
            db.failure(
                "CREATE TABLE s (a INTEGER, CONSTRAINT c CHECK (a > 0), CONSTRAINT c"
                    + " CHECK (a > 1))"))
        .isEqualTo("42710");
  }

  /** Alters a table, and lets another session commit while its first row is checked. */
  private String alter(String sql, String during) {
    Database database = db.session().database();
    ConstraintDdl constraints = new ConstraintDdl(database.circuits());
    Progress progress = new Progress();
    AtomicInteger calls = new AtomicInteger();
    CommitPipeline.CatalogFunction change =
        catalog ->
            constraints.add(
                catalog,
                (Statement.AddConstraint)
                    database.plan(
                        sql,
                        "public",
                        PlanningMode.USUAL,
                        database.pipeline().published().catalog()));
    try {
      database
          .pipeline()
          .alter(
              change,
              () -> {
                if (progress.state().phase().startsWith("Checking")
                    && calls.getAndIncrement() == 0) {
                  Running.start(() -> other.run(during)).end();
                }
              },
              progress);
      assertThat(calls).hasPositiveValue();
      return "none";
    } catch (DatabaseException e) {
      return e.sqlState();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INSERT INTO child VALUES (20, 9, 0); INSERT INTO bag VALUES (9, 0) | 23503",
        "UPDATE child SET a = 9; UPDATE bag SET a = 9 | 23503",
        "INSERT INTO child VALUES (20, 9, 0); INSERT INTO bag VALUES (9, 0);"
            + " DELETE FROM child WHERE a = 9; DELETE FROM bag WHERE a = 9 | none",
        "INSERT INTO child VALUES (20, 9, 0); INSERT INTO bag VALUES (9, 0);"
            + " INSERT INTO parent VALUES (9, 9) | none",
        "INSERT INTO child VALUES (20, 9, 0); INSERT INTO bag VALUES (9, 0);"
            + " UPDATE child SET a = 2 WHERE a = 9; UPDATE bag SET a = 2 WHERE a = 9 | none",
        "DELETE FROM parent WHERE id = 1 | 23503",
        "UPDATE parent SET id = 4 WHERE id = 1 | 23503",
        "UPDATE parent SET v = 4 WHERE id = 1 | none",
        "DELETE FROM parent WHERE id = 1; INSERT INTO parent VALUES (1, 7) | none",
        "DELETE FROM parent WHERE id = 2 | none",
        "INSERT INTO child VALUES (20, 2, 0); INSERT INTO bag VALUES (2, 0);"
            + " DELETE FROM parent WHERE id = 2 | 23503",
        "DELETE FROM child; DELETE FROM bag; DELETE FROM parent | none",
      })
  void aForeignKeyHoldsForWhatIsCommittedWhileItIsChecked(String during, String expected) {
    for (String table : new String[] {"child", "bag"}) {
      close();
      open();
      String sql = "ALTER TABLE " + table + " ADD CONSTRAINT k FOREIGN KEY (a) REFERENCES parent";

      assertThat(alter(sql, during)).as(table).isEqualTo(expected);

      assertThat(table(table).foreignKeys()).hasSize(expected.equals("none") ? 1 : 0);
      String columns = table.equals("child") ? "(50, 77, 0)" : "(77, 0)";
      assertThat(db.failure("INSERT INTO " + table + " VALUES " + columns))
          .isEqualTo(expected.equals("none") ? "23503" : "none");
    }
  }

  @Test
  void whatIsCommittedWhileAKeyIsCheckedIsInItsIndex() {
    String sql = "ALTER TABLE child ADD FOREIGN KEY (a) REFERENCES parent";

    assertThat(alter(sql, "INSERT INTO child VALUES (20, 2, 0)")).isEqualTo("none");

    assertThat(db.failure("DELETE FROM parent WHERE id = 2")).isEqualTo("23503");
    assertThat(db.failure("DELETE FROM parent WHERE id = 3")).isEqualTo("none");
  }

  @Test
  void aCheckHoldsForWhatIsCommittedWhileItIsChecked() {
    String sql = "ALTER TABLE child ADD CHECK (id < 100)";

    assertThat(alter(sql, "INSERT INTO child VALUES (100, 0, 0)")).isEqualTo("23514");
    assertThat(table("child").checks()).isEmpty();
    db.run("DELETE FROM child WHERE id = 100");
    assertThat(alter(sql, "INSERT INTO child VALUES (99, 0, 0)")).isEqualTo("none");
    assertThatThrownBy(() -> db.run("UPDATE child SET id = 100 WHERE id = 99"))
        .hasMessageContaining("\"child_check1\": id < 100");
  }
}
