package io.millrace.engine.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.util.SqlOperatorTables;

/** Functions that Calcite lacks, or has with other types than ours. */
final class OwnFunctions {
  static final SqlOperatorTable TABLE = SqlOperatorTables.of(all());

  private OwnFunctions() {}

  private static List<SqlOperator> all() {
    List<SqlOperator> all = new ArrayList<>(OwnAggregates.LIST);
    all.addAll(NumberedFunctions.LIST);
    all.add(UnaryPlus.OPERATOR);
    all.add(new Random());
    all.add(DateTrunc.INSTANCE);
    all.add(ListCasts.TEXT);
    all.add(new ArrayWithElement("ARRAY_APPEND"));
    all.add(new ArrayWithElement("ARRAY_PREPEND"));
    return all;
  }

  /** RANDOM(): a number from 0 to 1, another for each row. */
  private static final class Random extends SqlFunction {
    Random() {
      super(
          "RANDOM",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.DOUBLE,
          null,
          OperandTypes.NILADIC,
          SqlFunctionCategory.NUMERIC);
    }

    @Override
    public boolean isDeterministic() {
      return false;
    }
  }

  /** An array with one element more, of the type in which that and the elements meet. */
  private static final class ArrayWithElement extends SqlFunction {
    ArrayWithElement(String name) {
      super(
          name,
          SqlKind.OTHER_FUNCTION,
          ArrayWithElement::type,
          null,
          OperandTypes.ARRAY_ELEMENT,
          SqlFunctionCategory.USER_DEFINED_FUNCTION);
    }

    private static RelDataType type(SqlOperatorBinding call) {
      RelDataTypeFactory types = call.getTypeFactory();
      RelDataType array = call.getOperandType(0);
      RelDataType element = Objects.requireNonNull(array.getComponentType());
      RelDataType common = types.leastRestrictive(List.of(element, call.getOperandType(1)));
      return types.createTypeWithNullability(
          types.createArrayType(Objects.requireNonNull(common), -1), array.isNullable());
    }
  }
}
