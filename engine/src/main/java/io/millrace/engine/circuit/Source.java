package io.millrace.engine.circuit;

import java.util.List;

/**
 * An operator without inputs whose rows are some columns of a table or view.
 *
 * <p>The circuit runs it when its relation changed, and may read its arrangements from the
 * relation.
 */
public interface Source extends Operator {
  /** The table or view. */
  int relationId();

  /** The stable ids of the columns of {@link #outputType()}, in order. */
  List<Integer> columnIds();
}
