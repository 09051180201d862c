package io.millrace.driver.jdbc;

import static io.millrace.driver.jdbc.Databases.open;
import static io.millrace.driver.jdbc.Databases.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Civil times mean the same digits in whatever zone the process runs. */
class TimeZoneTest {
  private static final List<LocalDateTime> CIVIL =
      List.of(
          LocalDateTime.of(2024, 1, 15, 0, 0, 0, 1_000),
          LocalDateTime.of(2024, 7, 15, 23, 59, 59, 999_999_000),
          // Skipped in New York, and the whole day in Apia.
          LocalDateTime.of(2024, 3, 10, 2, 30),
          LocalDateTime.of(2011, 12, 30, 12, 0),
          // Twice in New York.
          LocalDateTime.of(2024, 11, 3, 1, 30),
          LocalDateTime.of(1583, 1, 1, 0, 0),
          LocalDateTime.of(1969, 12, 31, 23, 59, 59, 500_000_000));

  private final TimeZone before = TimeZone.getDefault();
  private Connection connection;

  @BeforeEach
  void create() throws SQLException {
    connection = open();
    run(
        connection,
        "CREATE TABLE t (id INTEGER PRIMARY KEY, dt DATE, tm TIME(6), ts TIMESTAMP(6),"
            + " tz TIMESTAMP(6) WITH TIME ZONE)");
  }

  @AfterEach
  void close() throws SQLException {
    TimeZone.setDefault(before);
    connection.close();
  }

  private void insert(
      @Nullable Object date, @Nullable Object time, Object timestamp, Object instant)
      throws SQLException {
    run(connection, "DELETE FROM t");
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO t VALUES (1, ?, ?, ?, ?)")) {
      insert.setObject(1, date);
      insert.setObject(2, time);
      insert.setObject(3, timestamp);
      insert.setObject(4, instant);
      insert.executeUpdate();
    }
  }

  private ResultSet row() throws SQLException {
    Statement statement = connection.createStatement();
    statement.closeOnCompletion();
    ResultSet rows = statement.executeQuery("SELECT dt, tm, ts, tz FROM t");
    assertThat(rows.next()).isTrue();
    return rows;
  }

  private static boolean isShownIn(LocalDateTime civil, TimeZone zone) {
    return !zone.toZoneId().getRules().getValidOffsets(civil).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "America/New_York", "Asia/Kolkata", "Pacific/Apia"})
  void javaTimeNeverMoves(String zone) throws SQLException {
    for (LocalDateTime civil : CIVIL) {
      TimeZone.setDefault(TimeZone.getTimeZone(zone));
      insert(civil.toLocalDate(), civil.toLocalTime(), civil, civil.atOffset(ZoneOffset.UTC));
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
      try (ResultSet row = row()) {
        assertThat(row.getObject(1, LocalDate.class)).isEqualTo(civil.toLocalDate());
        assertThat(row.getObject(2, LocalTime.class)).isEqualTo(civil.toLocalTime());
        assertThat(row.getObject(3, LocalDateTime.class)).isEqualTo(civil);
        assertThat(row.getString(3)).startsWith(civil.toLocalDate() + " ");
        assertThat(row.getObject(4, OffsetDateTime.class).toInstant())
            .isEqualTo(civil.toInstant(ZoneOffset.UTC));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "America/New_York", "Asia/Kolkata", "Pacific/Apia"})
  void javaSqlShowsTheSameDigits(String zone) throws SQLException {
    TimeZone.setDefault(TimeZone.getTimeZone(zone));
    for (LocalDateTime civil : CIVIL) {
      if (isShownIn(civil, TimeZone.getDefault())) {
        Timestamp timestamp = Timestamp.valueOf(civil);
        Date date = Date.valueOf(civil.toLocalDate());
        Time time = Time.valueOf(civil.toLocalTime());
        insert(date, time, timestamp, timestamp);
        try (ResultSet row = row()) {
          assertThat(row.getTimestamp(3)).isEqualTo(timestamp);
          assertThat(row.getObject(3, LocalDateTime.class)).isEqualTo(civil);
          assertThat(row.getDate(1)).isEqualTo(date);
          assertThat(row.getDate(3)).isEqualTo(date);
          assertThat(row.getTime(2).toString()).isEqualTo(time.toString());
          assertThat(row.getTimestamp(4).toInstant()).isEqualTo(timestamp.toInstant());
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "America/New_York", "Asia/Kolkata", "Pacific/Apia"})
  void aCalendarSaysInWhichZoneTheDigitsAreShown(String zone) throws SQLException {
    TimeZone.setDefault(TimeZone.getTimeZone("Europe/Warsaw"));
    Calendar calendar = Calendar.getInstance(TimeZone.getTimeZone(zone), Locale.ROOT);
    for (LocalDateTime civil : CIVIL) {
      if (civil.getYear() > 1900 && isShownIn(civil, calendar.getTimeZone())) {
        insert(null, null, civil, civil.atOffset(ZoneOffset.UTC));
        Timestamp read;
        try (ResultSet row = row()) {
          read = row.getTimestamp(3, calendar);
          assertThat(read.toInstant().atZone(calendar.getTimeZone().toZoneId()).toLocalDateTime())
              .isEqualTo(civil);
          assertThat(row.getTimestamp(4, calendar).toInstant())
              .isEqualTo(civil.toInstant(ZoneOffset.UTC));
        }
        run(connection, "DELETE FROM t");
        try (PreparedStatement insert =
            connection.prepareStatement("INSERT INTO t (id, ts, tz) VALUES (1, ?, ?)")) {
          insert.setTimestamp(1, read, calendar);
          insert.setTimestamp(2, read, calendar);
          insert.executeUpdate();
        }
        try (ResultSet row = row()) {
          assertThat(row.getObject(3, LocalDateTime.class)).isEqualTo(civil);
          assertThat(row.getTimestamp(4).toInstant()).isEqualTo(read.toInstant());
        }
      }
    }
  }
}
