package io.millrace.driver.jdbc;

/**
 * How far a running statement has come.
 *
 * @param phase what it does now, as a person reads it; empty while it is being planned
 * @param rowsDone rows done in this phase: of a query those that it has read from tables and views
 * @param rowsExpected how many the phase will have, estimated; 0 if that is unknown
 * @param elapsedMillis since the phase began
 */
public record MillraceProgress(
    String phase, long rowsDone, long rowsExpected, long elapsedMillis) {}
