package io.millrace.engine.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ErrorCodeTest {
  @Test
  void argumentsFillThePatternInOrder() {
    DatabaseException error = ErrorCode.UNIQUE_VIOLATION.exception("id", 42, "orders");

    assertThat(error)
        .hasMessage(
            "Duplicate key (id)=(42) in table \"orders\". UPDATE the existing row instead.");
    assertThat(error.sqlState()).isEqualTo("23505");
  }

  @Test
  void thePlaceStandsWhereThePatternWantsIt() {
    DatabaseException error = ErrorCode.NOT_DETERMINISTIC.exception("lucky", "RANDOM()").at(3, 10);

    assertThat(error.getMessage())
        .startsWith(
            "View \"lucky\" calls RANDOM() (line 3, column 10), which is not deterministic.");
    assertThat(error.position()).contains(new DatabaseException.Position(3, 10));
  }

  @Test
  void theInnermostPlaceIsKept() {
    DatabaseException error = ErrorCode.DIVISION_BY_ZERO.exception().at(2, 5).at(1, 1);

    assertThat(error.getMessage()).startsWith("Division by zero (line 2, column 5).");
  }

  @Test
  void argumentsThatLookLikePlaceholdersAreLeftAlone() {
    DatabaseException error = ErrorCode.SYNTAX_ERROR.exception("{at}", "{x}\0").at(1, 2);

    assertThat(error).hasMessage("Syntax error at {at} (line 1, column 2). {x} ");
  }

  @Test
  void anErrorAboutAnErrorKeepsItsSqlState() {
    DatabaseException cause = ErrorCode.DIVISION_BY_ZERO.exception();

    DatabaseException error =
        ErrorCode.VIEW_MAINTENANCE_FAILED.wrap(cause, "v", "a / b", cause.message());

    assertThat(error.sqlState()).isEqualTo("22012");
    assertThat(error).hasCause(cause).hasMessageContaining("Division by zero.");
  }

  @Test
  void aWrongNumberOfArgumentsIsABrokenInvariant() {
    assertThatThrownBy(() -> ErrorCode.UNDEFINED_TABLE.exception())
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> ErrorCode.UNDEFINED_TABLE.exception("t", "u"))
        .isInstanceOf(AssertionError.class);
  }

  @ParameterizedTest
  @EnumSource
  void everyCodeHasAnSqlStateAndSaysWhatToDo(ErrorCode code) {
    assertThat(code.sqlState()).matches("[0-9A-Z]{5}");
    assertThat(code.pattern()).matches("(?s)[A-Z\"{].*[.}]");
  }
}
