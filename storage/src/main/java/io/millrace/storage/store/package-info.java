/**
 * The persistent store: the log, which is the truth, the image, which is a checkpoint of its sum,
 * and snapshots of both. The only package that touches MVStore.
 *
 * <p>The store knows maps of bytes by number, versions and log records; what they mean is the
 * engine's business. One thread at a time writes (the commit pipeline); readers hold a {@link
 * io.millrace.storage.store.Snapshot} and never wait.
 */
@NullMarked
package io.millrace.storage.store;

import org.jspecify.annotations.NullMarked;
