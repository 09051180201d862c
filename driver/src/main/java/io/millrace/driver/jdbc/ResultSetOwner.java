package io.millrace.driver.jdbc;

import io.millrace.engine.session.RowStream;
import java.sql.SQLException;
import org.apache.calcite.avatica.AvaticaStatement;
import org.jspecify.annotations.Nullable;

/** Where a result set's rows come from: a statement's session, or memory. */
interface ResultSetOwner {
  boolean next(RowStream rows) throws SQLException;

  @Nullable Object value(RowStream rows, int column) throws SQLException;

  /** Gives the rows back; never fails, and a second time does nothing. */
  void release(RowStream rows);

  void closed(DriverResultSet resultSet);

  @Nullable AvaticaStatement statement();

  /** Rows that live in memory and belong to no statement: those of the metadata. */
  ResultSetOwner MEMORY =
      new ResultSetOwner() {
        @Override
        public boolean next(RowStream rows) {
          return rows.next();
        }

        @Override
        public @Nullable Object value(RowStream rows, int column) {
          return rows.value(column);
        }

        @Override
        public void release(RowStream rows) {
          rows.close();
        }

        @Override
        public void closed(DriverResultSet resultSet) {}

        @Override
        public @Nullable AvaticaStatement statement() {
          return null;
        }
      };
}
