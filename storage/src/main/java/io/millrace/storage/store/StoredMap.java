package io.millrace.storage.store;

/** One map at one version, in either of its two kinds. */
sealed interface StoredMap permits StoredTrace, StoredStateTrace {}
