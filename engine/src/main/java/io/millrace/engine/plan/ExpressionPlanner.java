package io.millrace.engine.plan;

import io.millrace.engine.catalog.Table;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.expr.Exprs;
import io.millrace.engine.sql.CalciteErrors;
import io.millrace.engine.sql.Selects;
import io.millrace.engine.sql.StatementTrees;
import io.millrace.storage.row.ColumnType;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** Plans expressions that stand alone, by way of a SELECT of just that expression. */
final class ExpressionPlanner {
  private final PlannerContext context;

  ExpressionPlanner(PlannerContext context) {
    this.context = context;
  }

  Expr planDefault(SqlNode expression, String column, ColumnType type) {
    StatementTrees trees = Planner.trees(context);
    RexNode selected = select(expression, null, trees);
    Expr value = new Expressions(true).of(selected);
    return Exprs.assign(value, type, column);
  }

  Expr planCheck(SqlNode condition, Table table) {
    PlannerContext with =
        new PlannerContext(
            context.catalog().with(table),
            context.defaultSchema(),
            context.rowCounts(),
            context.optimized());
    StatementTrees trees = Planner.trees(with);
    SqlNode from =
        new SqlIdentifier(List.of(table.name().schema(), table.name().name()), SqlParserPos.ZERO);
    SqlParserPos position = condition.getParserPosition();
    RexNode selected = select(condition, from, trees);
    if (!SqlTypeUtil.inBooleanFamily(selected.getType())) {
      throw CalciteErrors.at(
          ErrorCode.DATATYPE_MISMATCH.exception(
              "The condition of a CHECK", selected.getType().getSqlTypeName().getName(), "BOOLEAN"),
          position);
    }
    return new Expressions(true).of(selected);
  }

  private static RexNode select(SqlNode expression, @Nullable SqlNode from, StatementTrees trees) {
    SqlParserPos position = expression.getParserPosition();
    SqlSelect select = Selects.of(position, SqlNodeList.of(expression), from);
    RelNode rel = trees.convert(trees.validate(select)).rel;
    if (rel instanceof Values values) {
      // A SELECT of a literal is folded into its one row.
      return values.getTuples().get(0).get(0);
    }
    if (rel instanceof Project project
        && (project.getInput() instanceof TableScan || project.getInput() instanceof Values)
        && !RexUtil.SubQueryFinder.containsSubQuery(project)
        && !project.containsOver()) {
      return project.getProjects().get(0);
    }
    throw CalciteErrors.at(
        ErrorCode.FEATURE_NOT_SUPPORTED.exception(
            "A subquery or aggregate in a DEFAULT or CHECK", "Use an expression over one row."),
        position);
  }
}
