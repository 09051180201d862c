package io.millrace.engine.plan;

import io.millrace.engine.sql.Marker;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Parts window functions from the expressions that they stand in: a projection becomes one over
 * another that has all fields of the input and, behind them, each different window function.
 *
 * <p>On the way CASE(COUNT(x) OVER w > 0, SUM(x) OVER w, NULL), which SUM arrives as, becomes SUM
 * again; and the default of LAG and LEAD, which is evaluated only where there is no row to take
 * from, becomes a CASE.
 */
final class WindowSplit extends RexShuttle {
  private final RexBuilder rex;
  private final int inputFields;
  private final List<RexNode> fields = new ArrayList<>();

  private WindowSplit(Project project) {
    this.rex = project.getCluster().getRexBuilder();
    RelNode input = project.getInput();
    this.inputFields = input.getRowType().getFieldCount();
    for (int field = 0; field < inputFields; field++) {
      fields.add(RexInputRef.of(field, input.getRowType()));
    }
  }

  /** Whether a projection has the form of the inner one: its windows stand behind the input. */
  static boolean isSplit(Project project) {
    List<RexNode> projects = project.getProjects();
    int inputFields = project.getInput().getRowType().getFieldCount();
    for (int field = 0; field < projects.size(); field++) {
      RexNode expression = projects.get(field);
      boolean fits =
          field < inputFields
              ? expression instanceof RexInputRef ref && ref.getIndex() == field
              : expression instanceof RexOver over
                  && !hasDefault(over)
                  && plain(over).equals(over.getOperands());
      if (!fits) {
        return false;
      }
    }
    return projects.size() > inputFields;
  }

  static Project of(Project project) {
    WindowSplit split = new WindowSplit(project);
    List<RexNode> outer = project.getProjects().stream().map(e -> e.accept(split)).toList();
    RelNode windows =
        LogicalProject.create(
            project.getInput(), List.of(), split.fields, (List<String>) null, Set.of());
    return LogicalProject.create(
        windows, List.of(), outer, project.getRowType().getFieldNames(), Set.of());
  }

  private RexNode field(RexNode over) {
    int known = fields.subList(inputFields, fields.size()).indexOf(over);
    int field = known < 0 ? fields.size() : inputFields + known;
    if (known < 0) {
      fields.add(over);
    }
    return new RexInputRef(field, over.getType());
  }

  @Override
  public RexNode visitCall(RexCall call) {
    RexOver sum = sum(call);
    if (sum == null) {
      return super.visitCall(call);
    }
    RexNode field = field(over(sum, SqlStdOperatorTable.SUM, plain(sum), nullable(sum.getType())));
    return rex.ensureType(call.getType(), field, false);
  }

  /** The SUM in a CASE around it, or null if the call is none. */
  private static @Nullable RexOver sum(RexCall call) {
    if (call.getKind() != SqlKind.CASE
        || call.getOperands().size() != 3
        || !RexLiteral.isNullLiteral(call.getOperands().get(2))
        || !(call.getOperands().get(0) instanceof RexCall test)
        || test.getKind() != SqlKind.GREATER_THAN
        || !(test.getOperands().get(0) instanceof RexOver count)
        || count.getAggOperator().getKind() != SqlKind.COUNT) {
      return null;
    }
    RexNode value = call.getOperands().get(1);
    RexNode inner =
        value.getKind() == SqlKind.CAST ? ((RexCall) value).getOperands().get(0) : value;
    boolean isSum =
        inner instanceof RexOver over
            && (over.getAggOperator().getKind() == SqlKind.SUM
                || over.getAggOperator().getKind() == SqlKind.SUM0)
            && over.getWindow().equals(count.getWindow())
            && (count.getOperands().isEmpty() || count.getOperands().equals(over.getOperands()))
            && test.getOperands().get(1) instanceof RexLiteral zero
            && zero.getValue() instanceof BigDecimal number
            && number.signum() == 0;
    return isSum ? (RexOver) inner : null;
  }

  private static boolean ignoresNulls(RexOver over) {
    return over.ignoreNulls() || over.getOperands().stream().anyMatch(Marker.IGNORE_NULLS::isOn);
  }

  /** The operands without marks. */
  private static List<RexNode> plain(RexOver over) {
    return over.getOperands().stream()
        .map(Marker.IGNORE_NULLS::off)
        .map(Marker.NULLABLE::off)
        .toList();
  }

  private RexNode over(
      RexOver like, SqlAggFunction function, List<RexNode> operands, RelDataType type) {
    RexWindow window = like.getWindow();
    SqlParserPos position = like.getParserPosition();
    return rex.makeOver(
        position == null ? SqlParserPos.ZERO : position,
        type,
        function,
        operands,
        window.partitionKeys,
        window.orderKeys,
        window.getLowerBound(),
        window.getUpperBound(),
        window.getExclude(),
        window.isRows(),
        true,
        false,
        like.isDistinct(),
        ignoresNulls(like));
  }

  @Override
  public RexNode visitOver(RexOver over) {
    List<RexNode> operands = plain(over);
    if (!hasDefault(over)) {
      return field(
          operands.equals(over.getOperands())
              ? over
              : over(over, over.getAggOperator(), operands, over.getType()));
    }
    RelDataType type = over.getType();
    RexNode value =
        field(over(over, over.getAggOperator(), operands.subList(0, 2), nullable(type)));
    RexNode found = value;
    if (!ignoresNulls(over)) {
      // A row that is there may have NULL; a constant has none.
      RexNode yes = rex.makeLiteral(true);
      found =
          field(
              over(
                  over,
                  over.getAggOperator(),
                  List.of(yes, operands.get(1)),
                  nullable(yes.getType())));
    }
    RexNode absent = rex.makeCall(SqlStdOperatorTable.IS_NULL, found);
    if (operands.get(1).getType().isNullable()) {
      // So many rows away as nobody knows is no row that is not there: NULL.
      RexNode known = rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, operands.get(1));
      absent = rex.makeCall(SqlStdOperatorTable.AND, known, absent);
    }
    return rex.makeCall(
        type,
        SqlStdOperatorTable.CASE,
        List.of(
            absent,
            rex.ensureType(type, operands.get(2), false),
            rex.ensureType(type, value, false)));
  }

  private RelDataType nullable(RelDataType type) {
    return rex.getTypeFactory().createTypeWithNullability(type, true);
  }

  private static boolean hasDefault(RexOver over) {
    SqlKind kind = over.getAggOperator().getKind();
    return (kind == SqlKind.LAG || kind == SqlKind.LEAD) && over.getOperands().size() > 2;
  }
}
