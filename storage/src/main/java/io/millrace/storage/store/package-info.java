/**
 * The persistent store: the log, which is the truth, the image, which is a checkpoint of its sum,
 * and snapshots of both. The only package that touches MVStore.
 *
 * <p>The store knows maps of bytes by number, versions and log records; what they mean is the
 * engine's business. One thread at a time writes (the commit pipeline); readers hold a {@link
 * io.millrace.storage.store.Snapshot} and never wait.
 *
 * <p>Where to look: {@link io.millrace.storage.store.Store} is what the engine calls. {@code Log}
 * appends and forces, {@code LogContents} reads a log back and decides where it ends, {@code
 * LogFormat} and {@code SegmentHeader} hold the bytes. {@code LiveMaps} are the trees the writer
 * changes, {@code Image} the MVStore file below them, {@code ImageFile} its input and output,
 * {@code Checkpoints} what brings it up to date beside the commits. {@code FolderLock} keeps others
 * out.
 */
@NullMarked
package io.millrace.storage.store;

import org.jspecify.annotations.NullMarked;
