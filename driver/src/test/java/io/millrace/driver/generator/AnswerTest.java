package io.millrace.driver.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What counts as a database's answer to a query. */
class AnswerTest {
  @Test
  void anErrorOfTheDataIsAnAnswer() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:millrace:mem:")) {
      assertThat(Answer.of(connection, "SELECT 1 / 0", List.of()).errorClass()).isEqualTo("22");
    }
  }

  @Test
  void aBrokenConnectionIsNone() throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:millrace:mem:");
    connection.close();

    assertThatThrownBy(() -> Answer.of(connection, "SELECT 1", List.of()))
        .isInstanceOf(SQLException.class);
  }
}
