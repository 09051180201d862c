package io.millrace.driver.jdbc;

import io.millrace.engine.session.ColumnDescription;
import java.sql.ResultSetMetaData;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.Meta;

/**
 * What Avatica's constructors ask for. Its column and parameter lists stay empty: ours describe
 * themselves in {@link ColumnDescription} and never go through an Avatica cursor.
 */
final class StatementSignature extends Meta.Signature {
  private final List<ColumnDescription> described;

  StatementSignature(String sql, List<ColumnDescription> described) {
    super(
        List.of(),
        sql,
        List.of(),
        Map.of(),
        Meta.CursorFactory.ARRAY,
        described.isEmpty() ? Meta.StatementType.OTHER_DML : Meta.StatementType.SELECT);
    this.described = described;
  }

  ResultSetMetaData metaData() {
    return new DriverResultSetMetaData(described);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StatementSignature signature
        && super.equals(other)
        && described.equals(signature.described);
  }

  @Override
  public int hashCode() {
    return 31 * super.hashCode() + described.hashCode();
  }
}
