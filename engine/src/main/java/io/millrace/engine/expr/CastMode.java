package io.millrace.engine.expr;

/** What a cast does with a value that does not fit. */
public enum CastMode {
  /** CAST: text and bytes are cut to the length, everything else that doesn't fit is an error. */
  EXPLICIT,
  /** INSERT and UPDATE: only blanks may be cut from text, only zeros from bytes (else 22001). */
  ASSIGNMENT,
  /** TRY_CAST and SAFE_CAST: as CAST, but NULL in place of an error. */
  SAFE
}
