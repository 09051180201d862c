package io.millrace.engine.plan;

import io.millrace.storage.row.ColumnType;
import java.util.List;

/** A query of plain shape without its order: a SELECT, or a set operation. */
interface PlainBody {
  /** The names of the columns. */
  List<String> labels();

  /** The types that the columns are declared with. */
  List<ColumnType> types();

  /** Its rows, with the columns as fields. */
  PlanInput rows();
}
