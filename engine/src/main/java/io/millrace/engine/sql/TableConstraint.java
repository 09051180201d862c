package io.millrace.engine.sql;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWriter;
import org.jspecify.annotations.Nullable;

/** A constraint of {@link CreateTable} or {@link AddConstraint}. Immutable. */
public sealed interface TableConstraint {
  /** The name it was given; null if none. */
  @Nullable SqlIdentifier name();

  void unparse(SqlWriter writer);

  /** PRIMARY KEY or UNIQUE. */
  record Key(@Nullable SqlIdentifier name, boolean primary, SqlNodeList columns)
      implements TableConstraint {
    @Override
    public void unparse(SqlWriter writer) {
      unparseName(writer, name);
      writer.keyword(primary ? "PRIMARY KEY" : "UNIQUE");
      SqlStatement.columns(writer, columns);
    }
  }

  /** CHECK. */
  record Check(@Nullable SqlIdentifier name, SqlFragment condition) implements TableConstraint {
    @Override
    public void unparse(SqlWriter writer) {
      unparseName(writer, name);
      writer.keyword("CHECK");
      SqlWriter.Frame frame = writer.startList("(", ")");
      condition.node().unparse(writer, 0, 0);
      writer.endList(frame);
    }
  }

  /**
   * FOREIGN KEY.
   *
   * @param targetColumns empty for the primary key of the target
   */
  record ForeignKey(
      @Nullable SqlIdentifier name,
      SqlNodeList columns,
      SqlIdentifier target,
      SqlNodeList targetColumns,
      Match match,
      Action onDelete,
      Action onUpdate)
      implements TableConstraint {
    @Override
    public void unparse(SqlWriter writer) {
      unparseName(writer, name);
      writer.keyword("FOREIGN KEY");
      SqlStatement.columns(writer, columns);
      writer.keyword("REFERENCES");
      target.unparse(writer, 0, 0);
      SqlStatement.columns(writer, targetColumns);
      match.unparse(writer);
      onDelete.unparse(writer, "ON DELETE");
      onUpdate.unparse(writer, "ON UPDATE");
    }
  }

  /** What NULLs in a foreign key mean. */
  enum Match {
    SIMPLE,
    FULL,
    PARTIAL;

    private void unparse(SqlWriter writer) {
      if (this != SIMPLE) {
        writer.keyword("MATCH");
        writer.keyword(name());
      }
    }
  }

  /** What happens to a row whose target goes. */
  enum Action {
    NO_ACTION("NO ACTION"),
    RESTRICT("RESTRICT"),
    CASCADE("CASCADE"),
    SET_NULL("SET NULL"),
    SET_DEFAULT("SET DEFAULT");

    private final String sql;

    Action(String sql) {
      this.sql = sql;
    }

    /** As it is written. */
    public String sql() {
      return sql;
    }

    private void unparse(SqlWriter writer, String event) {
      if (this != NO_ACTION) {
        writer.keyword(event);
        writer.keyword(sql);
      }
    }
  }

  private static void unparseName(SqlWriter writer, @Nullable SqlIdentifier name) {
    if (name != null) {
      writer.keyword("CONSTRAINT");
      name.unparse(writer, 0, 0);
    }
  }
}
