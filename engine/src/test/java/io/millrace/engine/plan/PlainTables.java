package io.millrace.engine.plan;

import io.millrace.engine.catalog.Catalog;
import io.millrace.engine.catalog.Column;
import io.millrace.engine.catalog.QualifiedName;
import io.millrace.engine.catalog.Table;
import io.millrace.engine.catalog.View;
import io.millrace.engine.expr.Expr;
import io.millrace.engine.sql.SqlStatements;
import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Tables to plan plain statements over: for each type one named {@code k_type} with a key beside a
 * nullable column of the type, and one named {@code n_type} whose key is of the type.
 */
final class PlainTables {
  private static final ColumnType INTEGER = ColumnType.of(CellType.INTEGER);

  static final Map<String, ColumnType> TYPES = types();

  /** What each type is surely planned plainly with, beside {@code ?}; the others use only that. */
  static final Map<String, List<String>> PLAIN = plain();

  /** Every kind of literal, tried with every type. */
  static final List<String> LITERALS =
      List.of(
          "0",
          "1",
          "-1",
          "127",
          "128",
          "-128",
          "32768",
          "2147483647",
          "2147483648",
          "-2147483648",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808",
          "99999999999999999999999999999999999999",
          "0.0",
          "1.0",
          "1.5",
          "-1.5",
          "99.99",
          "100.00",
          "123456789.123",
          "1234567890.123",
          "0.12345678901",
          "1e0",
          "-0e0",
          "1.5e3",
          "1e-400",
          "1e39",
          "1e309",
          "''",
          "'a'",
          "'a '",
          "'abcde'",
          "'abcdefghijklm'",
          "'ä€'",
          "'😀'",
          "'1'",
          "'true'",
          "'2024-02-29'",
          "'2023-02-29'",
          "'2024-1-1'",
          "'2024-01-02 03:04:05.123456'",
          "'03:04:05'",
          "'00000000-0000-0000-0000-000000000001'",
          "_UTF8'a'",
          "U&'\\0041'",
          "TRUE",
          "FALSE",
          "UNKNOWN",
          "NULL",
          "DATE '2024-02-29'",
          "DATE '2023-02-29'",
          "DATE '0001-01-01'",
          "DATE '2024-1-1'",
          "TIME '03:04:05'",
          "TIME '03:04:05.123456'",
          "TIME '24:00:00'",
          "TIMESTAMP '2024-01-02 03:04:05'",
          "TIMESTAMP '2024-01-02 03:04:05.123456'",
          "TIMESTAMP '2024-01-02 03:04:05.1234567'",
          "TIMESTAMP '9999-12-31 23:59:59.999999'",
          "TIMESTAMP '2024-01-02'",
          "X''",
          "X'00'",
          "X'01020304'",
          "X'0102030405060708090a0b'",
          "X'012'",
          "INTERVAL '3' MONTH",
          "INTERVAL '1' DAY",
          "+1",
          "- -1",
          "(1)",
          "-'a'",
          "DEFAULT",
          "1 + 1",
          "CURRENT_DATE",
          "CURRENT_TIMESTAMP",
          "k",
          "c",
          "?",
          "-?",
          "(SELECT 1)");

  private PlainTables() {}

  private static Map<String, ColumnType> types() {
    Map<String, ColumnType> types = new LinkedHashMap<>();
    for (CellType type : CellType.values()) {
      switch (type) {
        case DECIMAL -> {
          types.put("decimal_4_2", ColumnType.decimal(4, 2));
          types.put("decimal_12_3", ColumnType.decimal(12, 3));
          types.put("decimal_30_0", ColumnType.decimal(30, 0));
          types.put("decimal_38_10", ColumnType.decimal(38, 10));
        }
        case CHAR -> types.put("char_5", ColumnType.character(5));
        case VARCHAR -> {
          types.put("varchar_10", ColumnType.varchar(10));
          types.put("varchar", ColumnType.of(CellType.VARCHAR));
        }
        case BINARY -> types.put("binary_4", ColumnType.binary(4));
        case VARBINARY -> {
          types.put("varbinary_10", ColumnType.varbinary(10));
          types.put("varbinary", ColumnType.of(CellType.VARBINARY));
        }
        case ARRAY, ROW -> {}
        default -> types.put(type.name().toLowerCase(Locale.ROOT), ColumnType.of(type));
      }
    }
    return types;
  }

  private static Map<String, List<String>> plain() {
    Map<String, List<String>> plain = new LinkedHashMap<>();
    plain.put("boolean", List.of("TRUE", "FALSE"));
    for (String integer : List.of("tinyint", "smallint", "integer", "bigint")) {
      plain.put(integer, List.of("0", "1", "-1", "127"));
    }
    plain.put("decimal_4_2", List.of("1.5", "-1.5", "99.99"));
    plain.put("decimal_12_3", List.of("7", "1.5", "-1.5", "99.99", "123456789.123"));
    plain.put("decimal_30_0", List.of("1", "-1", "2147483648"));
    plain.put("decimal_38_10", List.of("1", "1.5", "-1.5"));
    plain.put("real", List.of("1", "1.5", "-1.5", "1e0", "1.5e3"));
    plain.put("double", List.of("1", "1.5", "-1.5", "1e0", "1.5e3"));
    for (String text : List.of("char_5", "varchar_10", "varchar")) {
      plain.put(text, List.of("''", "'a'", "'a '", "'abcde'", "'ä€'"));
    }
    for (String bytes : List.of("binary_4", "varbinary_10", "varbinary")) {
      plain.put(bytes, List.of("X'00'", "X'01020304'"));
    }
    plain.put("date", List.of("DATE '2024-02-29'", "'2024-02-29'"));
    plain.put("time", List.of("TIME '03:04:05'", "TIME '03:04:05.123456'"));
    plain.put(
        "timestamp",
        List.of("TIMESTAMP '2024-01-02 03:04:05'", "TIMESTAMP '2024-01-02 03:04:05.123456'"));
    return plain;
  }

  static Catalog catalog() {
    Catalog catalog = Catalog.EMPTY;
    int id = 1;
    for (Map.Entry<String, ColumnType> entry : TYPES.entrySet()) {
      Column key = new Column(0, "k", INTEGER.notNull(), null, null);
      Column nullable = new Column(1, "c", entry.getValue(), null, null);
      catalog = catalog.with(table(id++, "k_" + entry.getKey(), key, nullable));
      Column typedKey = new Column(0, "c", entry.getValue().notNull(), null, null);
      Column value = new Column(1, "v", INTEGER, null, null);
      catalog = catalog.with(table(id++, "n_" + entry.getKey(), typedKey, value));
    }
    for (int i = 1; i <= 3; i++) {
      catalog = catalog.with(numbers(102 + i, "numbers_" + i, List.of()));
    }
    catalog = catalog.with(numbers(106, "keyed", List.of(2)));
    return catalog.with(wide(100, catalog)).with(view(101)).with(plainView(102));
  }

  private static Table table(int id, String name, Column... columns) {
    return new Table(
        id,
        new QualifiedName("public", name),
        List.of(columns),
        List.of(0),
        name + "_pkey",
        List.of(),
        List.of(),
        columns.length,
        id + 1000);
  }

  /** A table of numbers. */
  private static Table numbers(int id, String name, List<Integer> key) {
    return new Table(
        id,
        new QualifiedName("public", name),
        List.of(
            new Column(0, "a", INTEGER, null, null),
            new Column(1, "b", INTEGER, null, null),
            new Column(2, "e", INTEGER.notNull(), null, null),
            new Column(3, "big", ColumnType.of(CellType.BIGINT), null, null),
            new Column(4, "d", ColumnType.of(CellType.DOUBLE), null, null),
            new Column(5, "s", ColumnType.varchar(10), null, null)),
        key,
        key.isEmpty() ? null : name + "_pkey",
        List.of(),
        List.of(),
        6,
        id + 1000);
  }

  /** A table with odd names, and a default of each kind. */
  private static Table wide(int id, Catalog catalog) {
    PlannerContext none = PlannerContext.of(catalog, "public");
    return table(
        id,
        "Wide",
        new Column(0, "Id", ColumnType.of(CellType.BIGINT).notNull(), null, null),
        withDefault(3, "number", INTEGER, "40 + 2", none),
        withDefault(4, "big", ColumnType.of(CellType.BIGINT), "7", none),
        withDefault(5, "text", ColumnType.varchar(10), "'x'", none),
        withDefault(6, "fixed", ColumnType.character(4), "'y'", none),
        withDefault(7, "price", ColumnType.decimal(12, 3), "1.5", none),
        withDefault(8, "day", ColumnType.of(CellType.DATE), "DATE '2024-01-01'", none),
        withDefault(9, "flag", ColumnType.of(CellType.BOOLEAN).notNull(), "TRUE", none),
        withDefault(10, "nothing", INTEGER, "NULL", none),
        withDefault(11, "size", ColumnType.of(CellType.DOUBLE), "0", none),
        new Column(12, "odd name", INTEGER, null, null),
        new Column(13, "Größe", INTEGER, null, null),
        new Column(14, "user", INTEGER, null, null));
  }

  private static Column withDefault(
      int id, String name, ColumnType type, String sql, PlannerContext none) {
    Expr value =
        StatementPlanner.PLANNER.planDefault(SqlStatements.parseExpression(sql), name, type, none);
    return new Column(id, name, type, value, sql);
  }

  private static View view(int id) {
    return new View(
        id,
        new QualifiedName("public", "kept"),
        List.of(
            new Column(0, "g", INTEGER, null, null),
            new Column(1, "total", ColumnType.of(CellType.BIGINT), null, null)),
        View.Kind.INCREMENTAL,
        "SELECT k, COUNT(*) FROM k_integer GROUP BY k",
        "public",
        Set.of(1),
        null,
        id + 1000,
        View.OnError.REFUSE,
        null);
  }

  private static View plainView(int id) {
    return new View(
        id,
        new QualifiedName("public", "unkept"),
        List.of(new Column(0, "k", INTEGER, null, null)),
        View.Kind.PLAIN,
        "SELECT k FROM k_integer",
        "public",
        Set.of(1),
        null,
        -1,
        View.OnError.REFUSE,
        null);
  }
}
