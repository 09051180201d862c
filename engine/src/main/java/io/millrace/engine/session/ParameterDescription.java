package io.millrace.engine.session;

/**
 * A {@code ?} of a statement, with the type that its place gives it.
 *
 * @param typeName the SQL name of its type, without length
 * @param jdbcType a constant of {@link java.sql.Types}
 * @param precision digits, or length in characters or bytes; 0 where meaningless
 * @param scale digits after the point
 */
public record ParameterDescription(String typeName, int jdbcType, int precision, int scale) {}
