package io.millrace.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.engine.error.DatabaseException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What statements of plain shape do, literals and parameters alike. */
class PlainStatementRunTest {
  private final SqlSession session = SqlSession.memory();

  @BeforeEach
  void create() {
    session.run(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, name VARCHAR(5), price DECIMAL(8, 2) DEFAULT 1.5);"
            + "CREATE INCREMENTAL MATERIALIZED VIEW v AS"
            + " SELECT name, COUNT(*) AS n FROM t GROUP BY name");
  }

  @AfterEach
  void close() {
    session.close();
  }

  @Test
  void rowsAreInsertedFoundChangedAndDeleted() {
    assertThat(session.one("INSERT INTO t VALUES (1, 'a', 2), (2, NULL, -3.25)")).isEqualTo(2);
    assertThat(session.one("INSERT INTO t (name, id) VALUES (?, ?)", "b", 3)).isEqualTo(1);
    assertThat(session.one("UPDATE t SET name = 'c', id = id + 10 WHERE id = ?", 2)).isEqualTo(1);
    assertThat(session.one("UPDATE t SET price = NULL WHERE id = 7")).isZero();
    assertThat(session.one("DELETE FROM t WHERE id = 1 AND name = 'a'")).isEqualTo(1);

    assertThat(session.rows("SELECT * FROM t")).containsExactly("12,c,-3.25", "3,b,1.5");
    assertThat(session.rows("SELECT NAME FROM t WHERE price = -3.25")).containsExactly("c");
    assertThat(session.rows("SELECT name, n FROM v WHERE n = 1")).containsExactly("b,1", "c,1");
  }

  @Test
  void thousandsOfRowsGoIntoOneStatement() {
    String rows =
        IntStream.range(0, 5000)
            .mapToObj(id -> "(" + id + ", 'n" + id % 3 + "', " + id + ".25)")
            .collect(Collectors.joining(", "));

    assertThat(session.one("INSERT INTO t VALUES " + rows)).isEqualTo(5000);

    assertThat(session.rows("SELECT * FROM v")).containsExactly("n0,1667", "n1,1667", "n2,1666");
    assertThat(session.rows("SELECT * FROM t WHERE id = 4321")).containsExactly("4321,n1,4321.25");
  }

  @Test
  void whatAColumnCannotTakeChangesNothing() {
    session.run("INSERT INTO t VALUES (1, 'a', 2)");

    assertThat(session.failure("INSERT INTO t VALUES (2, 'b', 2), (1, 'c', 2)")).isEqualTo("23505");
    assertThat(session.failure("INSERT INTO t VALUES (2, 'abcdef', 2)")).isEqualTo("22001");
    assertThat(session.failure("INSERT INTO t VALUES (2147483648, 'b', 2)")).isEqualTo("22003");
    assertThat(session.failure("INSERT INTO t VALUES (NULL, 'b', 2)")).isEqualTo("23502");
    assertThat(session.failure("UPDATE t SET price = 1234567 WHERE id = 1")).isEqualTo("22003");
    assertThat(session.failure("UPDATE t SET id = NULL WHERE id = 1")).isEqualTo("23502");
    assertThat(session.rows("SELECT * FROM t")).containsExactly("1,a,2");
  }

  @Test
  void anErrorStillSaysWhere() {
    DatabaseException error =
        catchThrowableOfType(
            DatabaseException.class, () -> session.one("SELECT id FROM t WHERE\n  nothing = 1"));

    assertThat(error.sqlState()).isEqualTo("42703");
    assertThat(error).hasMessageContaining("line 2, column 3");
  }
}
