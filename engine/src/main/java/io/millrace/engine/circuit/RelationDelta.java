package io.millrace.engine.circuit;

import io.millrace.storage.row.RowType;
import io.millrace.storage.zset.ZSet;
import java.util.List;

/**
 * The net change of one table or view in one tick.
 *
 * @param rowType the type of its rows
 * @param columnIds the stable id of each column, in the order of {@code rowType}
 * @param delta the change; weights may be negative
 */
public record RelationDelta(RowType rowType, List<Integer> columnIds, ZSet delta) {}
