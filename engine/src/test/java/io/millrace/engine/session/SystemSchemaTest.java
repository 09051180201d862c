package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.catalog.SystemRelation;
import io.millrace.engine.error.DatabaseException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The database tells about itself in ordinary relations that nobody can change. */
@Timeout(60)
class SystemSchemaTest {
  private SqlSession db;

  @BeforeEach
  void createViews() {
    db = SqlSession.memory();
    db.run(
        """
        CREATE TABLE orders (id INTEGER PRIMARY KEY, customer VARCHAR(20), amount DECIMAL(10, 2));
        CREATE TABLE customers (name VARCHAR(20), town VARCHAR(20) DEFAULT 'here' NOT NULL);
        CREATE INDEX by_customer ON orders (customer, amount DESC);
        CREATE INCREMENTAL MATERIALIZED VIEW totals AS
          SELECT customer, COUNT(*) AS n, SUM(amount) AS total FROM orders GROUP BY customer;
        CREATE INCREMENTAL MATERIALIZED VIEW towns AS
          SELECT c.town, t.total FROM customers c JOIN totals t ON c.name = t.customer;
        CREATE VIEW large AS SELECT * FROM orders WHERE amount > 100;
        """);
  }

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void viewsTellWhatTheyHoldAndWhatTheirTicksDid() {
    db.run("INSERT INTO orders VALUES (1, 'Ada', 10), (2, 'Ada', 20), (3, 'Bob', 5)");
    db.run("DELETE FROM orders WHERE id = 3");

    assertThat(
            db.rows(
                "SELECT view_name, kind, status, depends_on, distinct_rows, ticks, last_rows_in,"
                    + " last_rows_out, rows_in, rows_out FROM system.views"))
        .containsExactly(
            "large,plain,null,orders,null,null,null,null,null,null",
            "totals,incremental,current,orders,1,2,1,1,4,3",
            "towns,incremental,current,customers, totals,0,2,1,0,3,0");
    assertThat(db.rows("SELECT definition FROM system.views WHERE view_name = 'large'"))
        .containsExactly("SELECT * FROM orders WHERE amount > 100");
    assertThat(
            db.rows(
                "SELECT COUNT(*) FROM system.views WHERE tick_millis > 0 AND estimated_bytes > 0"))
        .containsExactly("2");
  }

  @Test
  void aRefusedCommitCountsNothingAndIsTheLastErrorOfItsView() {
    db.run("CREATE INCREMENTAL MATERIALIZED VIEW q AS SELECT 1 / id AS q FROM orders");
    db.run("INSERT INTO orders VALUES (1, 'Ada', 10)");
    assertThat(db.failure("INSERT INTO orders VALUES (0, 'Ada', 10)")).isEqualTo("22012");

    assertThat(
            db.rows(
                "SELECT view_name, ticks, rows_in, last_error IS NULL FROM system.views"
                    + " WHERE kind = 'incremental'"))
        .containsExactly("q,1,1,false", "totals,1,1,true", "towns,1,1,true");
    assertThat(db.rows("SELECT last_error FROM system.views WHERE view_name = 'q'").get(0))
        .contains("Division by zero");
  }

  @Test
  void theLastErrorIsTheLastOneAndStaysWhenCommitsGoThroughAgain() {
    db.run(
        "CREATE INCREMENTAL MATERIALIZED VIEW q AS SELECT 1 / id AS q,"
            + " CAST(customer AS INTEGER) AS c FROM orders");
    assertThat(db.rows("SELECT last_error FROM system.views WHERE view_name = 'q'"))
        .containsExactly("null");

    assertThat(db.failure("INSERT INTO orders VALUES (0, '1', 10)")).isEqualTo("22012");
    assertThat(db.failure("INSERT INTO orders VALUES (2, 'Ada', 10)")).isEqualTo("22018");
    db.run("INSERT INTO orders VALUES (3, '3', 10)");

    assertThat(db.rows("SELECT last_error FROM system.views WHERE view_name = 'q'").get(0))
        .contains("Ada")
        .doesNotContain("Division");
  }

  @Test
  void fillsAreNotCounted() {
    db.run("INSERT INTO orders VALUES (1, 'Ada', 10)");
    db.run("CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT customer FROM orders");

    assertThat(db.rows("SELECT ticks, distinct_rows FROM system.views WHERE view_name = 'v'"))
        .containsExactly("0,1");
  }

  @Test
  void operatorsAndTracesTellWhatEachNodeDidAndKeeps() {
    db.run("INSERT INTO orders VALUES (1, 'Ada', 10), (2, 'Ada', 20), (3, 'Bob', 5)");
    db.run("INSERT INTO customers VALUES ('Ada', 'London')");

    assertThat(
            db.ordered(
                "SELECT name, linearity, recomputed, rows_in, rows_out, ticks FROM system.operators"
                    + " WHERE view_name = 'totals' AND name IN ('Scan', 'Aggregate')"
                    + " ORDER BY operator_id"))
        .containsExactly("Scan,linear,false,3,3,1", "Aggregate,non_linear,false,3,2,1");
    assertThat(
            db.rows(
                "SELECT o.view_name, o.name, t.kind, t.entries FROM system.operators o"
                    + " JOIN system.traces t ON t.view_name = o.view_name"
                    + " AND t.read_by = CAST(o.operator_id AS VARCHAR)"
                    + " WHERE t.served_by IS NULL AND o.state_entries = t.entries"))
        .containsExactly("totals,Aggregate,state,2");
    assertThat(db.rows("SELECT SUM(entries) FROM system.traces WHERE view_name = 'towns'"))
        .containsExactly("3");
    assertThat(
            db.rows(
                "SELECT COUNT(*) FROM system.operators WHERE state_entries > 0 AND state_bytes = 0"))
        .containsExactly("0");
  }

  @Test
  void theCircuitTellsWhatItsTracesHoldAndWhoServesThem() {
    db.run("INSERT INTO orders VALUES (1, 'Ada', 10), (2, 'Ada', 20), (3, 'Bob', 5)");
    db.run(
        "CREATE INCREMENTAL MATERIALIZED VIEW served AS"
            + " SELECT o.id, c.town FROM customers c JOIN orders o ON c.name = o.customer");

    assertThat(db.ordered("EXPLAIN CIRCUIT totals").toString()).contains(", 2 entries, about ");
    assertThat(db.ordered("EXPLAIN CIRCUIT served").toString()).contains("served by orders");
    assertThat(db.ordered("EXPLAIN CIRCUIT totals AS JSON").toString()).contains("2 entries");
    assertThat(db.rows("SELECT served_by, entries FROM system.traces WHERE served_by IS NOT NULL"))
        .containsExactly("orders,null");
  }

  @Test
  void everyFormOfACircuitTellsWhetherItsViewIsSuspended() {
    assertThat(db.ordered("EXPLAIN CIRCUIT totals AS JSON").get(0))
        .startsWith("{\"status\":\"current\",\"sink\":");
    assertThat(db.ordered("EXPLAIN CIRCUIT totals AS DOT").toString()).doesNotContain("uspended");

    db.run("ALTER MATERIALIZED VIEW totals SUSPEND CASCADE");

    String reason = db.ordered("SELECT reason FROM system.views WHERE view_name = 'totals'").get(0);
    assertThat(db.ordered("EXPLAIN CIRCUIT totals").get(0)).isEqualTo("Suspended: " + reason);
    assertThat(db.ordered("EXPLAIN CIRCUIT totals AS JSON").get(0))
        .startsWith("{\"status\":\"suspended\",\"reason\":\"" + reason + "\",\"sink\":");
    assertThat(db.ordered("EXPLAIN CIRCUIT totals AS DOT").toString())
        .contains("label=\"Suspended: " + reason + "\";");
  }

  @Test
  void tablesAndIndexesTellWhatTheyHold() {
    db.run("INSERT INTO orders VALUES (1, 'Ada', 10), (2, 'Ada', 20), (3, 'Bob', 5)");

    assertThat(
            db.rows(
                "SELECT table_name, primary_key, column_count, index_count, distinct_rows,"
                    + " estimated_bytes > 0 FROM system.tables"))
        .containsExactly("customers,null,2,0,0,false", "orders,id,3,1,3,true");
    assertThat(
            db.rows(
                "SELECT index_name, table_name, key_columns, is_unique, entries FROM system.indexes"))
        .containsExactly("by_customer,orders,customer, amount DESC,false,3");
  }

  @Test
  void settingsSessionsAndTheStoreAreThoseOfNow(@TempDir Path folder) {
    try (SqlSession first = SqlSession.file(folder.resolve("db"), Map.of("user", "ada"));
        SqlSession second = SqlSession.file(folder.resolve("db"), Map.of("durability", "off"))) {
      second.run("CREATE TABLE t (x INTEGER); SET query_timeout = 7; BEGIN; SELECT * FROM t");

      assertThat(second.rows("SELECT value FROM system.settings WHERE name = 'query_timeout'"))
          .containsExactly("7");
      assertThat(first.rows("SELECT value FROM system.settings WHERE name = 'query_timeout'"))
          .containsExactly("0");
      assertThat(
              first.rows(
                  "SELECT user_name, state, in_transaction, is_current FROM system.sessions"))
          .containsExactly(",idle in transaction,true,false", "ada,running,false,true");
      assertThat(first.rows("SELECT statement FROM system.sessions WHERE NOT is_current"))
          .containsExactly("SELECT value FROM system.settings WHERE name = 'query_timeout'");
      assertThat(
              first.rows(
                  "SELECT durability, version, log_records > 0, image_bytes > 0, leases"
                      + " FROM system.store"))
          .containsExactly("full,1,true,true,2");
    }
    assertThat(db.rows("SELECT location, durability FROM system.store"))
        .containsExactly("mem:,none");
  }

  @Test
  void theInformationSchemaListsTablesColumnsAndViews() {
    assertThat(
            db.rows(
                "SELECT table_name, table_type FROM information_schema.tables"
                    + " WHERE table_schema = 'public'"))
        .containsExactly(
            "customers,BASE TABLE",
            "large,VIEW",
            "orders,BASE TABLE",
            "totals,MATERIALIZED VIEW",
            "towns,MATERIALIZED VIEW");
    assertThat(
            db.ordered(
                "SELECT column_name, data_type, is_nullable, character_maximum_length,"
                    + " numeric_precision, numeric_scale, column_default"
                    + " FROM information_schema.columns"
                    + " WHERE table_schema = 'public' AND table_name IN ('orders', 'customers')"
                    + " ORDER BY table_name, ordinal_position"))
        .containsExactly(
            "name,VARCHAR,YES,20,null,null,null",
            "town,VARCHAR,NO,20,null,null,'here'",
            "id,INTEGER,NO,null,null,null,null",
            "customer,VARCHAR,YES,20,null,null,null",
            "amount,DECIMAL,YES,null,10,2,null");
    assertThat(db.rows("SELECT table_name, is_updatable FROM information_schema.views"))
        .containsExactly("large,NO", "totals,NO", "towns,NO");
    assertThat(db.rows("SELECT schema_name FROM information_schema.schemata"))
        .containsExactly("information_schema", "public", "system");
  }

  @Test
  void everySystemRelationListsItsOwnColumnsAndCanBeReadWhole() {
    for (SystemRelation relation : SystemRelation.all()) {
      String name = relation.name().toString();
      assertThat(db.ordered("SELECT * FROM " + name)).as(name).isNotNull();
      assertThat(
              db.rows(
                  "SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = ?"
                      + " AND table_name = ?",
                  relation.name().schema(),
                  relation.name().name()))
          .as(name)
          .containsExactly(String.valueOf(relation.columns().size()));
    }
  }

  @Test
  void aStatementSeesOneStateOfARelationHoweverOftenItReadsIt() {
    db.run("INSERT INTO orders VALUES (1, 'Ada', 10)");
    assertThat(
            db.rows(
                "SELECT COUNT(*) FROM system.sessions a JOIN system.sessions b"
                    + " ON a.session_id = b.session_id AND a.elapsed_millis = b.elapsed_millis"
                    + " AND a.rows_done = b.rows_done"))
        .containsExactly("1");
  }

  @Test
  void constraintsAreListedWithWhatTheyReferTo() {
    db.run(
        """
        CREATE TABLE pair (x INTEGER, y INTEGER, CONSTRAINT pair_key UNIQUE (x, y));
        CREATE TABLE refers (a INTEGER CHECK (a > 0), b INTEGER,
          CONSTRAINT both_columns FOREIGN KEY (a, b) REFERENCES pair (y, x)
            MATCH FULL ON DELETE RESTRICT,
          FOREIGN KEY (b) REFERENCES orders);
        """);

    assertThat(
            db.rows(
                "SELECT table_name, constraint_name, constraint_type, enforced"
                    + " FROM information_schema.table_constraints"))
        .containsExactly(
            "orders,orders_pkey,PRIMARY KEY,YES",
            "pair,pair_key,UNIQUE,YES",
            "refers,both_columns,FOREIGN KEY,YES",
            "refers,refers_b_fkey,FOREIGN KEY,YES",
            "refers,refers_check1,CHECK,YES");
    assertThat(
            db.rows(
                "SELECT constraint_name, column_name, ordinal_position,"
                    + " position_in_unique_constraint FROM information_schema.key_column_usage"))
        .containsExactly(
            "both_columns,a,1,2",
            "both_columns,b,2,1",
            "orders_pkey,id,1,null",
            "pair_key,x,1,null",
            "pair_key,y,2,null",
            "refers_b_fkey,b,1,1");
    assertThat(
            db.rows(
                "SELECT constraint_name, unique_constraint_schema, unique_constraint_name,"
                    + " match_option, update_rule, delete_rule"
                    + " FROM information_schema.referential_constraints"))
        .containsExactly(
            "both_columns,public,pair_key,FULL,NO ACTION,RESTRICT",
            "refers_b_fkey,public,orders_pkey,NONE,NO ACTION,NO ACTION");
    assertThat(
            db.rows(
                "SELECT constraint_name, check_clause FROM information_schema.check_constraints"))
        .containsExactly("refers_check1,a > 0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT view_name FROM system.views | 0A000",
        "CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT * FROM plain_over_system | 0A000",
        "INSERT INTO system.settings VALUES ('a', 'b', 'c', 'd') | 42809",
        "UPDATE system.settings SET value = 'x' | 42809",
        "DELETE FROM information_schema.tables | 42809",
        "TRUNCATE TABLE system.views | 42809",
        "SELECT * FROM system.views FOR UPDATE | 42809",
        "CREATE INDEX i ON system.views (view_name) | 42809",
        "CREATE TABLE system.mine (x INTEGER) | 42501",
        "CREATE TABLE information_schema.mine (x INTEGER) | 42501",
        "CREATE VIEW system.mine AS SELECT 1 AS x | 42501",
        "CREATE INCREMENTAL MATERIALIZED VIEW system.mine AS SELECT name FROM customers | 42501",
        "DROP TABLE system.views | 42501",
        "DROP VIEW information_schema.tables | 42501",
        "CREATE SCHEMA system | 42P06",
        "DROP SCHEMA system CASCADE | 42501",
        "DROP SCHEMA IF EXISTS information_schema | 42501",
        "VERIFY MATERIALIZED VIEW system.views | 42809",
        "SELECT * FROM system.nothing | 42P01",
        "SET schema = 'system'; CREATE TABLE mine (x INTEGER) | 42501",
      })
  void nobodyChangesASystemRelation(String statement, String state) {
    db.run("CREATE VIEW plain_over_system AS SELECT name FROM system.settings");

    assertThat(db.failure(statement)).isEqualTo(state);
  }

  @Test
  void plainViewsOverSystemRelationsOutliveARestart(@TempDir Path folder) {
    try (SqlSession file = SqlSession.file(folder.resolve("db"))) {
      file.run("CREATE VIEW mine AS SELECT view_name FROM system.views WHERE kind = 'plain'");
      assertThat(file.rows("SELECT * FROM mine")).containsExactly("mine");
    }
    try (SqlSession file = SqlSession.file(folder.resolve("db"))) {
      assertThat(file.rows("SELECT * FROM mine")).containsExactly("mine");
      assertThat(file.rows("SELECT depends_on FROM system.views")).containsExactly("system.views");
      file.run("DROP VIEW mine");
    }
  }

  @Test
  void namesAreFoundWithoutRegardToCaseAndInTheSessionsSchema() {
    assertThat(db.rows("SELECT COUNT(*) FROM SYSTEM.\"VIEWS\"")).containsExactly("3");
    db.run("SET schema = 'information_schema'");
    assertThat(db.rows("SELECT COUNT(*) FROM views")).containsExactly("3");
  }

  @Test
  void theErrorForAnIncrementalViewSaysWhatToDo() {
    String message = "";
    try {
      db.run("CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT name FROM system.settings");
    } catch (DatabaseException e) {
      message = e.message();
    }
    assertThat(List.of(message))
        .singleElement()
        .asString()
        .contains("system.settings", "CREATE VIEW");
  }
}
