package io.millrace.engine.catalog;

import io.millrace.engine.expr.Expr;
import io.millrace.storage.row.ColumnType;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table or view.
 *
 * @param id stable within its relation for ever: never used again once the column is dropped
 * @param name as written; matched without regard to case
 * @param type its type, with NOT NULL in it
 * @param defaultValue evaluated per inserted row, or null for NULL
 * @param defaultSql the text of the default as written, or null
 */
public record Column(
    int id,
    String name,
    ColumnType type,
    @Nullable Expr defaultValue,
    @Nullable String defaultSql) {}
