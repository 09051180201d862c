package io.millrace.storage.store;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.zip.CRC32C;
import java.util.zip.ZipOutputStream;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.FileStore;
import org.h2.mvstore.RandomAccessStore;
import org.h2.mvstore.SFChunk;
import org.jspecify.annotations.Nullable;

/**
 * The file of the image, in place of the one that MVStore would open itself.
 *
 * <h2>Interrupts</h2>
 *
 * One interrupt of a thread inside a channel closes that channel for everybody. Writes and forces
 * go through a {@link RandomAccessFile}, which knows no interrupts. Reads want to run side by side,
 * which only a channel can do: when it was closed beneath a reader, the reader opens it again,
 * reads once more, and gives the interrupt back to its thread.
 *
 * <h2>Order of writes</h2>
 *
 * MVStore takes a chunk for valid when its first and last block are whole; its pages have no
 * checksums. So all but the first block is written and forced first, then the first block: after a
 * power cut a chunk is there as a whole or not at all. The two copies of the store header are
 * forced one after the other, so one of them is always whole.
 *
 * <h2>Verification</h2>
 *
 * The checksum of each chunk is kept until {@link #verify()} has read the chunk back by another way
 * than it was written.
 *
 * <p>No file lock is taken: the lock of {@link FolderLock} covers the whole folder, and a lock on
 * this file would be lost when anything in the process closes the file.
 */
final class ImageFile extends RandomAccessStore {
  private static final int BLOCK_BYTES = 4096;
  private static final int PIECE_BYTES = 1 << 20;

  private record Written(long position, int length, long checksum) {}

  private final Path path;
  private final Object reopening = new Object();
  private final ConcurrentLinkedQueue<Written> unverified = new ConcurrentLinkedQueue<>();
  private @Nullable RandomAccessFile writer;
  private volatile @Nullable FileChannel reader;
  private boolean closed;

  private ImageFile(Path path, Map<String, Object> config) {
    super(config);
    this.path = path;
  }

  /** Opens the file, and makes it if it is to be written and absent. */
  static ImageFile open(Path path, boolean readOnly, long cacheSizeBytes) throws IOException {
    Map<String, Object> config = new HashMap<>();
    config.put("cacheSize", (int) Math.max(1, Math.min(cacheSizeBytes >> 20, 1 << 20)));
    // MVStore's own housekeeping would commit between transactions; we compact ourselves.
    config.put("autoCompactFillRate", 0);
    ImageFile file = new ImageFile(path, config);
    file.init(path.toString(), readOnly);
    try {
      if (!readOnly) {
        file.writer = new RandomAccessFile(path.toFile(), "rw");
      }
      file.reader = FileChannel.open(path, StandardOpenOption.READ);
      file.setSize(path.toFile().length());
      return file;
    } catch (Throwable e) {
      file.closeFiles();
      throw e;
    }
  }

  @Override
  public ByteBuffer readFully(@Nullable SFChunk chunk, long position, int length) {
    ByteBuffer target = ByteBuffer.allocate(length);
    boolean interrupted = false;
    try {
      while (target.hasRemaining()) {
        FileChannel channel = reader;
        try {
          if (channel == null) {
            throw new ClosedChannelException();
          }
          if (channel.read(target, position + target.position()) < 0) {
            throw new EOFException(path + " ends before " + (position + length));
          }
        } catch (ClosedChannelException e) {
          interrupted |= Thread.interrupted();
          reopen(channel, e);
        }
      }
    } catch (IOException e) {
      throw DataUtils.newMVStoreException(
          DataUtils.ERROR_READING_FAILED, "Cannot read {0}: {1}", path, e.toString(), e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    readCount.incrementAndGet();
    readBytes.addAndGet(length);
    return target.flip();
  }

  private void reopen(@Nullable FileChannel broken, ClosedChannelException cause)
      throws IOException {
    synchronized (reopening) {
      if (closed) {
        throw cause;
      }
      if (reader == broken) {
        reader = FileChannel.open(path, StandardOpenOption.READ);
      }
    }
  }

  @Override
  protected void writeFully(@Nullable SFChunk chunk, long position, ByteBuffer source) {
    int start = source.position();
    int length = source.remaining();
    setSize(Math.max(size(), position + length));
    try {
      if (position == 0) {
        write(0, source, start, Math.min(length, BLOCK_BYTES));
        sync();
        write(BLOCK_BYTES, source, start + BLOCK_BYTES, length - BLOCK_BYTES);
        sync();
      } else {
        int first = Math.min(length, BLOCK_BYTES);
        if (length > first) {
          write(position + first, source, start + first, length - first);
          sync();
        }
        write(position, source, start, first);
        sync();
        // Not before, since another thread may verify an earlier chunk just now.
        unverified.add(new Written(position, length, checksum(source.duplicate())));
      }
    } catch (IOException e) {
      throw writingFailed(e);
    }
    source.position(source.limit());
    writeCount.incrementAndGet();
    writeBytes.addAndGet(length);
  }

  private void write(long position, ByteBuffer source, int start, int length) throws IOException {
    RandomAccessFile file = writer();
    synchronized (file) {
      file.seek(position);
      // In pieces: the system call copies through a buffer as large as what it is given.
      for (int done = 0; done < length; done += PIECE_BYTES) {
        file.write(
            source.array(),
            source.arrayOffset() + start + done,
            Math.min(PIECE_BYTES, length - done));
      }
    }
  }

  private RandomAccessFile writer() throws IOException {
    RandomAccessFile file = writer;
    if (file == null) {
      throw new IOException(path + " is open for reading only");
    }
    return file;
  }

  private static long checksum(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return crc.getValue();
  }

  /**
   * Reads all chunks back that were written since the last call.
   *
   * @throws StoreException XX001 if one is not what was written
   */
  void verify() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      byte[] piece = new byte[PIECE_BYTES];
      Written written;
      while ((written = unverified.poll()) != null) {
        CRC32C crc = new CRC32C();
        file.seek(written.position());
        for (int done = 0; done < written.length(); done += PIECE_BYTES) {
          int length = Math.min(PIECE_BYTES, written.length() - done);
          file.readFully(piece, 0, length);
          crc.update(piece, 0, length);
        }
        if (crc.getValue() != written.checksum()) {
          throw new StoreException(
              StoreException.CORRUPT,
              "%s does not hold what was written at %d".formatted(path, written.position()));
        }
      }
    }
  }

  /** The bytes written since the file was opened. */
  long writtenBytes() {
    return writeBytes.get();
  }

  @Override
  public void sync() {
    try {
      writer().getFD().sync();
    } catch (IOException e) {
      throw writingFailed(e);
    }
  }

  @Override
  protected void truncate(long size) {
    try {
      RandomAccessFile file = writer();
      synchronized (file) {
        file.setLength(size);
      }
      setSize(Math.min(size(), size));
      writeCount.incrementAndGet();
    } catch (IOException e) {
      throw writingFailed(e);
    }
  }

  private RuntimeException writingFailed(IOException e) {
    return DataUtils.newMVStoreException(
        DataUtils.ERROR_WRITING_FAILED, "Cannot write {0}: {1}", path, e.toString(), e);
  }

  @Override
  public void close() {
    try {
      closeFiles();
    } catch (IOException e) {
      throw writingFailed(e);
    } finally {
      super.close();
    }
  }

  void closeFiles() throws IOException {
    synchronized (reopening) {
      closed = true;
      FileChannel channel = reader;
      if (channel != null) {
        channel.close();
      }
    }
    RandomAccessFile file = writer;
    if (file != null) {
      file.close();
    }
  }

  @Override
  public void open(String fileName, boolean readOnly, char @Nullable [] encryptionKey) {
    throw new UnsupportedOperationException("the image is opened by its path");
  }

  @Override
  public FileStore<SFChunk> open(String fileName, boolean readOnly) {
    throw new UnsupportedOperationException("the image is opened by its path");
  }

  @Override
  public void backup(ZipOutputStream out) {
    throw new UnsupportedOperationException("a backup copies the folder");
  }
}
