package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.catalog.ForeignKey;
import io.millrace.engine.catalog.Index;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.error.DatabaseException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a foreign key lets pass and what it refuses, in one session. */
@Timeout(60)
class ForeignKeyTest {
  private static final String TABLES =
      """
      CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR(10));
      CREATE TABLE orders (
        id INTEGER PRIMARY KEY,
        customer INTEGER REFERENCES customer,
        amount INTEGER);
      INSERT INTO customer VALUES (1, 'Ada'), (2, 'Bob');
      INSERT INTO orders VALUES (10, 1, 5), (11, 1, 6), (12, NULL, 7);
      """;

  @TempDir Path folder;
  private SqlSession db;

  @BeforeEach
  void open() {
    db = SqlSession.memory();
  }

  @AfterEach
  void close() {
    db.close();
  }

  private static Table table(SqlSession session, String name) {
    return (Table) session.catalog().relation(new QualifiedName("public", name)).orElseThrow();
  }

  private Table table(String name) {
    return table(db, name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INSERT INTO orders VALUES (13, 3, 0) | 23503",
        "INSERT INTO orders VALUES (13, 2, 0), (14, 3, 0) | 23503",
        "INSERT INTO orders VALUES (13, 2, 0), (14, NULL, 0) | none",
        "INSERT INTO orders SELECT id + 10, id - 7, 0 FROM orders | 23503",
        "UPDATE orders SET customer = 3 WHERE id = 12 | 23503",
        "UPDATE orders SET customer = 2 | none",
        "UPDATE orders SET customer = NULL | none",
        "UPDATE orders SET amount = amount + 1 | none",
        "DELETE FROM customer WHERE id = 1 | 23503",
        "DELETE FROM customer WHERE id = 2 | none",
        "DELETE FROM customer | 23503",
        "TRUNCATE TABLE customer | 23503",
        "TRUNCATE TABLE orders | none",
        "UPDATE customer SET id = 3 WHERE id = 1 | 23503",
        "UPDATE customer SET id = 3 WHERE id = 2 | none",
        "UPDATE customer SET id = 3 - id | none",
        "UPDATE customer SET id = id + 1 | 23503",
        "UPDATE customer SET name = 'Eve' | none",
        "DELETE FROM orders; DELETE FROM customer | none",
        "DELETE FROM customer; DELETE FROM orders | 23503",
        "BEGIN; DELETE FROM orders; DELETE FROM customer; COMMIT | none",
        "BEGIN; INSERT INTO customer VALUES (3, 'Eve'); INSERT INTO orders VALUES (13, 3, 0);"
            + " COMMIT | none",
        "BEGIN; INSERT INTO customer VALUES (3, 'Eve'); INSERT INTO orders VALUES (13, 3, 0);"
            + " DELETE FROM customer WHERE id = 3 | 23503",
        "BEGIN; DELETE FROM orders WHERE customer = 1; INSERT INTO orders VALUES (13, 1, 0);"
            + " DELETE FROM customer WHERE id = 1 | 23503",
        "BEGIN; DELETE FROM customer WHERE id = 2; INSERT INTO orders VALUES (13, 2, 0) | 23503",
        "BEGIN; SAVEPOINT s; INSERT INTO customer VALUES (3, 'Eve'); ROLLBACK TO SAVEPOINT s;"
            + " INSERT INTO orders VALUES (13, 3, 0) | 23503",
        "BEGIN; SAVEPOINT s; DELETE FROM orders; ROLLBACK TO SAVEPOINT s;"
            + " DELETE FROM customer WHERE id = 1 | 23503",
      })
  void aStatementIsHeldToTheStateAfterIt(String script, String expected) {
    db.run(TABLES);

    assertThat(db.failure(script)).isEqualTo(expected);
  }

  @Test
  void aRefusedStatementLeavesNothingAndTheErrorSaysWhatAndWhere() {
    db.run(TABLES);

    assertThatThrownBy(() -> db.run("INSERT INTO orders VALUES (13, 2, 0), (14, 3, 0)"))
        .hasMessage(
            "Key (customer)=(3) of table \"orders\" is not in table \"customer\" as (id), which"
                + " constraint \"orders_customer_fkey\" wants. Insert it there first.");
    assertThatThrownBy(() -> db.run("DELETE FROM customer"))
        .hasMessage(
            "Key (id)=(1) of table \"customer\" is still referenced by table \"orders\" as"
                + " (customer), by constraint \"orders_customer_fkey\". Delete or change the rows"
                + " there first.");

    assertThat(db.rows("SELECT id FROM orders")).containsExactly("10", "11", "12");
    assertThat(db.rows("SELECT id FROM customer")).containsExactly("1", "2");
  }

  @Test
  void nullsReferToNothingUnlessTheyAreMixedUnderMatchFull() {
    db.run(
        """
        CREATE TABLE parent (x INTEGER, y VARCHAR(5), z INTEGER, PRIMARY KEY (x, y));
        CREATE TABLE simple (a INTEGER, b VARCHAR(5), FOREIGN KEY (a, b) REFERENCES parent);
        CREATE TABLE whole (a INTEGER, b VARCHAR(5),
          CONSTRAINT w FOREIGN KEY (b, a) REFERENCES parent (y, x) MATCH FULL);
        INSERT INTO parent VALUES (1, 'u', 0);
        """);

    assertThat(db.failure("INSERT INTO simple VALUES (7, NULL), (NULL, 'v'), (NULL, NULL)"))
        .isEqualTo("none");
    assertThat(db.failure("INSERT INTO simple VALUES (1, 'v')")).isEqualTo("23503");
    assertThat(db.failure("INSERT INTO whole VALUES (NULL, NULL), (1, 'u')")).isEqualTo("none");
    assertThat(db.failure("INSERT INTO whole VALUES (1, 'v')")).isEqualTo("23503");
    assertThatThrownBy(() -> db.run("INSERT INTO whole VALUES (1, NULL)"))
        .hasMessage(
            "Key (b, a)=(null, 1) of table \"whole\" mixes NULLs with values, which MATCH FULL of"
                + " constraint \"w\" forbids. Give all of it, or NULL for all.");
    assertThat(db.failure("UPDATE whole SET b = NULL WHERE a = 1")).isEqualTo("23503");
    assertThat(db.failure("DELETE FROM parent")).isEqualTo("23503");
  }

  @Test
  void aTableMayReferToItselfAndARowToItself() {
    db.run(
        """
        CREATE TABLE node (id INTEGER PRIMARY KEY, up INTEGER NOT NULL REFERENCES node (id));
        INSERT INTO node VALUES (1, 1), (3, 2), (2, 1);
        """);

    assertThat(db.failure("INSERT INTO node VALUES (4, 5)")).isEqualTo("23503");
    assertThat(db.failure("DELETE FROM node WHERE id = 2")).isEqualTo("23503");
    assertThat(db.failure("DELETE FROM node WHERE id IN (2, 3)")).isEqualTo("none");
    assertThat(db.failure("UPDATE node SET id = 7, up = 7")).isEqualTo("none");
    assertThat(db.rows("SELECT * FROM node")).containsExactly("7,7");
    assertThat(db.failure("DELETE FROM node")).isEqualTo("none");
  }

  @Test
  void aTableWithoutPrimaryKeyIsReferredToByAUniqueKeyAndRefersByEveryCopyOfARow() {
    db.run(
        """
        CREATE TABLE parent (x INTEGER UNIQUE, y INTEGER);
        CREATE UNIQUE INDEX by_y ON parent (y DESC);
        CREATE TABLE child (a INTEGER REFERENCES parent (x), b INTEGER REFERENCES parent (y));
        INSERT INTO parent VALUES (1, 10), (NULL, 20), (NULL, NULL);
        INSERT INTO child VALUES (1, 10), (1, 10), (NULL, 20);
        """);

    assertThat(db.failure("INSERT INTO child VALUES (10, NULL)")).isEqualTo("23503");
    assertThat(db.failure("DELETE FROM parent WHERE y IS NULL")).isEqualTo("none");
    assertThat(db.failure("DELETE FROM parent WHERE y = 20")).isEqualTo("23503");
    assertThat(db.failure("UPDATE parent SET x = 2 WHERE y = 20")).isEqualTo("none");
    assertThat(db.failure("UPDATE parent SET x = 3 WHERE x = 1")).isEqualTo("23503");
    assertThat(db.failure("DELETE FROM child WHERE a = 1; DELETE FROM parent WHERE x = 1"))
        .isEqualTo("none");
  }

  @Test
  void keysOfOtherTypesOfTheSameClassMatchByValue() {
    db.run(
        """
        CREATE TABLE narrow (id SMALLINT PRIMARY KEY);
        CREATE TABLE exact (id DECIMAL(10, 2) PRIMARY KEY);
        CREATE TABLE wide (n BIGINT REFERENCES narrow, e INTEGER REFERENCES exact);
        CREATE TABLE scaled (e DECIMAL(20, 4) REFERENCES exact, n DECIMAL(5, 2) REFERENCES narrow);
        CREATE TABLE doubles (id DOUBLE PRIMARY KEY);
        CREATE TABLE reals (r REAL REFERENCES doubles);
        CREATE TABLE texts (t CHAR(4) PRIMARY KEY);
        CREATE TABLE words (w VARCHAR(9) REFERENCES texts);
        INSERT INTO narrow VALUES (7); INSERT INTO exact VALUES (7), (1.50);
        INSERT INTO doubles VALUES (0.5), (0.1); INSERT INTO texts VALUES ('ab');
        """);

    assertThat(db.failure("INSERT INTO wide VALUES (7, 7)")).isEqualTo("none");
    assertThat(db.failure("INSERT INTO wide VALUES (70000, NULL)")).isEqualTo("23503");
    assertThat(db.failure("INSERT INTO wide VALUES (NULL, 1)")).isEqualTo("23503");
    assertThat(db.failure("INSERT INTO scaled VALUES (1.5, 7)")).isEqualTo("none");
    assertThat(db.failure("INSERT INTO scaled VALUES (1.5001, NULL)")).isEqualTo("23503");
    assertThat(db.failure("INSERT INTO scaled VALUES (NULL, 7.5)")).isEqualTo("23503");
    assertThat(db.failure("INSERT INTO reals VALUES (0.5)")).isEqualTo("none");
    assertThat(db.failure("INSERT INTO reals VALUES (0.1)")).isEqualTo("23503");
    assertThat(db.failure("INSERT INTO words VALUES ('ab')")).isEqualTo("none");
    assertThat(db.failure("INSERT INTO words VALUES ('abcdef')")).isEqualTo("23503");
    assertThat(db.failure("DELETE FROM narrow")).isEqualTo("23503");
    assertThat(db.failure("DELETE FROM exact WHERE id = 1.5")).isEqualTo("23503");
    assertThat(db.failure("DELETE FROM doubles WHERE id = 0.1e0")).isEqualTo("none");
    assertThat(db.failure("DELETE FROM doubles")).isEqualTo("23503");
    assertThat(db.failure("DELETE FROM texts")).isEqualTo("23503");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "REFERENCES missing | 42P01",
        "REFERENCES seen | 42809",
        "REFERENCES system.views (x) | 42809",
        "REFERENCES parent (id, id) | 42701",
        "REFERENCES parent (id, y) | 42830",
        "REFERENCES parent (nothing) | 42703",
        "REFERENCES parent (y) | 42830",
        "REFERENCES parent (z) | 42830",
        "REFERENCES parent (t) | 42804",
        "REFERENCES parent (d) | 42804",
        "REFERENCES bag | 42830",
        "REFERENCES parent ON DELETE CASCADE | 0A000",
        "REFERENCES parent ON DELETE SET NULL | 0A000",
        "REFERENCES parent ON UPDATE SET DEFAULT | 0A000",
        "REFERENCES parent ON UPDATE CASCADE | 0A000",
        "REFERENCES parent MATCH PARTIAL | 0A000",
        "REFERENCES parent ON DELETE RESTRICT ON UPDATE NO ACTION | none",
        "REFERENCES parent MATCH SIMPLE ON UPDATE RESTRICT | none",
        "CONSTRAINT n REFERENCES parent CONSTRAINT n REFERENCES parent | 42710",
        "CONSTRAINT n REFERENCES parent CONSTRAINT N UNIQUE | 42710",
      })
  void aDefinitionIsRefusedAtItsPlace(String clause, String state) {
    db.run(
        """
        CREATE TABLE parent (id INTEGER PRIMARY KEY, y INTEGER, z INTEGER, t VARCHAR(5) UNIQUE,
          d DOUBLE UNIQUE, UNIQUE (y, z));
        CREATE TABLE bag (x INTEGER);
        CREATE VIEW seen AS SELECT x FROM bag;
        """);
    String create = "CREATE TABLE child (\n  b INTEGER,\n  a INTEGER " + clause + ")";

    assertThat(db.failure(create)).isEqualTo(state);
    if (state.equals("none")) {
      return;
    }
    assertThatThrownBy(() -> db.run(create))
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> assertThat(e.position().map(DatabaseException.Position::line)).contains(3));
    assertThat(db.catalog().relation(new QualifiedName("public", "child"))).isEmpty();
  }

  @Test
  void anActionThatIsNotBuiltIsNamed() {
    db.run("CREATE TABLE parent (id INTEGER PRIMARY KEY)");

    assertThatThrownBy(
            () -> db.run("CREATE TABLE c (a INTEGER REFERENCES parent ON DELETE SET NULL)"))
        .hasMessage(
            "ON DELETE SET NULL is not supported (line 1, column 38). Use NO ACTION, and change the"
                + " referencing rows by a statement before.");
  }

  @Test
  void aKeyBringsAnIndexUnlessOneServesAndTakesItAwayAgain() {
    db.run(
        """
        CREATE TABLE parent (x INTEGER, y INTEGER, PRIMARY KEY (x, y));
        CREATE TABLE fresh (a INTEGER, b INTEGER,
          CONSTRAINT one FOREIGN KEY (a, b) REFERENCES parent,
          CONSTRAINT two FOREIGN KEY (b, a) REFERENCES parent);
        CREATE TABLE keyed (a INTEGER, b INTEGER, c INTEGER, PRIMARY KEY (b, a, c),
          FOREIGN KEY (a, b) REFERENCES parent);
        """);

    assertThat(table("fresh").indexes())
        .extracting(Index::name)
        .containsExactly(new QualifiedName("public", "fresh_a_b_idx"));
    assertThat(table("keyed").indexes()).isEmpty();
    assertThat(db.failure("DROP INDEX fresh_a_b_idx")).isEqualTo("2BP01");

    db.run("ALTER TABLE fresh DROP CONSTRAINT one");
    assertThat(table("fresh").indexes()).hasSize(1);
    db.run("ALTER TABLE fresh DROP CONSTRAINT two");
    assertThat(table("fresh").foreignKeys()).isEmpty();
    assertThat(table("fresh").indexes()).isEmpty();
  }

  @Test
  void anIndexThatAViewReadsStaysWhenItsKeyGoes() {
    db.run(
        """
        CREATE TABLE parent (id INTEGER PRIMARY KEY, v INTEGER);
        CREATE TABLE child (a INTEGER CONSTRAINT k REFERENCES parent, w INTEGER);
        CREATE INCREMENTAL MATERIALIZED VIEW matched AS
          SELECT v, w FROM child JOIN parent ON a = id;
        INSERT INTO parent VALUES (1, 5);
        INSERT INTO child VALUES (1, 6);
        ALTER TABLE child DROP CONSTRAINT k;
        """);

    assertThat(db.failure("DROP INDEX child_a_idx")).isEqualTo("2BP01");
    db.run("UPDATE parent SET v = 7");
    assertThat(db.rows("SELECT * FROM matched")).containsExactly("7,6");
    db.run("DROP MATERIALIZED VIEW matched; DROP INDEX child_a_idx");
    assertThat(table("child").indexes()).isEmpty();
  }

  @Test
  void whatAKeyNeedsIsNotDroppedBeneathIt() {
    db.run(
        """
        CREATE TABLE parent (x INTEGER, y INTEGER CONSTRAINT unique_y UNIQUE);
        CREATE UNIQUE INDEX by_x ON parent (x);
        CREATE TABLE child (a INTEGER, b INTEGER);
        CREATE INDEX by_a ON child (a, b);
        ALTER TABLE child ADD CONSTRAINT to_x FOREIGN KEY (a) REFERENCES parent (x);
        ALTER TABLE child ADD CONSTRAINT to_y FOREIGN KEY (b) REFERENCES parent (y);
        """);

    assertThatThrownBy(() -> db.run("DROP INDEX by_x"))
        .hasMessageContaining("constraint \"to_x\" of table \"child\"");
    assertThat(db.failure("DROP INDEX by_a")).isEqualTo("2BP01");
    assertThat(db.failure("ALTER TABLE parent DROP CONSTRAINT unique_y")).isEqualTo("2BP01");
    assertThatThrownBy(() -> db.run("DROP TABLE parent"))
        .hasMessageContaining(
            "constraint \"to_x\" of table \"child\", constraint \"to_y\" of table \"child\"");

    db.run("CREATE INDEX again ON child (a); DROP INDEX by_a");
    db.run("ALTER TABLE parent DROP CONSTRAINT unique_y CASCADE");
    assertThat(table("child").foreignKeys()).extracting(ForeignKey::name).containsExactly("to_x");
    db.run("DROP TABLE parent CASCADE");
    assertThat(table("child").foreignKeys()).isEmpty();
    assertThat(db.failure("INSERT INTO child VALUES (99, 99)")).isEqualTo("none");
  }

  @Test
  void tablesThatReferToEachOtherAreDroppedTogetherOrWithTheirSchema() {
    db.run(
        """
        CREATE SCHEMA s;
        CREATE TABLE s.a (id INTEGER PRIMARY KEY);
        CREATE TABLE s.b (id INTEGER PRIMARY KEY REFERENCES s.a);
        ALTER TABLE s.a ADD FOREIGN KEY (id) REFERENCES s.b;
        CREATE TABLE outside (x INTEGER REFERENCES s.b, y INTEGER);
        """);

    assertThat(db.failure("DROP TABLE s.a, s.b")).isEqualTo("2BP01");
    assertThat(db.failure("DROP SCHEMA s")).isEqualTo("2BP01");
    db.run("DROP SCHEMA s CASCADE");
    assertThat(table("outside").foreignKeys()).isEmpty();
    db.run(
        """
        CREATE TABLE a (id INTEGER PRIMARY KEY);
        CREATE TABLE b (id INTEGER PRIMARY KEY REFERENCES a);
        ALTER TABLE a ADD FOREIGN KEY (id) REFERENCES b;
        DROP TABLE a, b;
        """);
    assertThat(db.failure("SELECT * FROM b")).isEqualTo("42P01");
  }

  @Test
  void netChangesAreHeldToTheKeysInWhateverOrderTheyCome() {
    db.run(TABLES);
    Session session = db.session();

    session.apply(
        session.version(),
        List.of(
            new TableDelta("orders", List.of(TableDelta.row(1, 13, 3, 0))),
            new TableDelta("customer", List.of(TableDelta.row(1, 3, "Eve")))));
    session.apply(
        session.version(),
        List.of(
            new TableDelta("customer", List.of(TableDelta.row(-1, 3, "Eve"))),
            new TableDelta("orders", List.of(TableDelta.row(-1, 13, 3, 0)))));
    session.apply(
        session.version(),
        List.of(
            new TableDelta(
                "customer", List.of(TableDelta.row(-1, 1, "Ada"), TableDelta.row(1, 1, "Al")))));

    assertThat(refused(session, new TableDelta("orders", List.of(TableDelta.row(1, 13, 3, 0)))))
        .isEqualTo("23503");
    assertThat(refused(session, new TableDelta("customer", List.of(TableDelta.row(-1, 1, "Al")))))
        .isEqualTo("23503");
    assertThat(db.rows("SELECT * FROM customer")).containsExactly("1,Al", "2,Bob");
  }

  private static String refused(Session session, TableDelta delta) {
    try {
      session.apply(session.version(), List.of(delta));
      return "none";
    } catch (DatabaseException e) {
      return e.sqlState();
    }
  }

  @Test
  void keysAreThereAfterReopeningWithAndWithoutACheckpoint() {
    for (String end : List.of("SELECT 1", "CHECKPOINT")) {
      Path database = folder.resolve("db" + end.length());
      try (SqlSession first = SqlSession.file(database)) {
        first.run(TABLES);
        first.run(
            "CREATE TABLE late (c INTEGER); INSERT INTO late VALUES (2);"
                + " ALTER TABLE late ADD CONSTRAINT l FOREIGN KEY (c) REFERENCES customer"
                + " MATCH FULL ON DELETE RESTRICT;"
                + end);
        CrashCopy.of(database, folder.resolve("copy" + end.length()));
      }
      for (String name : List.of("db", "copy")) {
        try (SqlSession again = SqlSession.file(folder.resolve(name + end.length()))) {
          assertThat(table(again, "late").foreignKeys())
              .containsExactly(
                  new ForeignKey(
                      "l",
                      List.of(0),
                      table(again, "customer").id(),
                      List.of(0),
                      ForeignKey.Match.FULL,
                      ForeignKey.Action.RESTRICT,
                      ForeignKey.Action.NO_ACTION));
          assertThat(again.failure("DELETE FROM customer WHERE id = 1")).isEqualTo("23503");
          assertThat(again.failure("DELETE FROM customer WHERE id = 2")).isEqualTo("23503");
          assertThat(again.failure("INSERT INTO orders VALUES (13, 3, 0)")).isEqualTo("23503");
          assertThat(again.failure("INSERT INTO late VALUES (3)")).isEqualTo("23503");
        }
      }
    }
  }

  @Test
  void aKeyTellsWhetherEveryRowHasItsReferencedRow() {
    db.run(
        """
        CREATE TABLE parent (id INTEGER PRIMARY KEY);
        CREATE TABLE child (a INTEGER NOT NULL REFERENCES parent, b INTEGER REFERENCES parent);
        """);
    Table child = table("child");

    assertThat(child.foreignKeys())
        .extracting(key -> key.isTotal(child))
        .containsExactly(true, false);
    assertThat(db.catalog().references(table("parent").id()))
        .containsExactly(
            new ForeignKey.Owned(child, child.foreignKeys().get(0)),
            new ForeignKey.Owned(child, child.foreignKeys().get(1)));
    assertThat(db.catalog().references(child.id())).isEmpty();
  }
}
