package io.millrace.storage.store;

/**
 * One record of the log: what one commit changed, in bytes that only the engine understands.
 *
 * @param version the version the commit makes; each record's is higher than the one before
 * @param timeline the timeline the version belongs to; the store stamps its own when it appends
 * @param clockMillis the wall clock of the commit, milliseconds since 1970
 * @param kind what the payload is
 * @param payload the bytes; the record keeps the array, which must not change
 */
@SuppressWarnings("ArrayRecordComponent") // an immutable carrier; records are never compared
public record LogRecord(long version, long timeline, long clockMillis, Kind kind, byte[] payload) {

  /** What a record says. */
  public enum Kind {
    /** Net changes of relations. */
    DELTA,

    /** A change of the catalog. */
    CATALOG,

    /**
     * From here the truth is the checkpoint of this version, which was complete before the record
     * was written: what came before cannot be replayed from the log.
     */
    IMAGE
  }

  /** A record to append; the store stamps the timeline. */
  public LogRecord(long version, long clockMillis, Kind kind, byte[] payload) {
    this(version, 0, clockMillis, kind, payload);
  }
}
