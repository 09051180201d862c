package io.millrace.storage.store;

import static io.millrace.storage.store.Changes.add;
import static io.millrace.storage.store.Changes.record;
import static io.millrace.storage.store.Changes.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.AbstractThrowableAssert;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.StringDataType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a folder must look like to be opened, and what is said when it doesn't. */
final class FormatTest {
  private static final StoreOptions OPTIONS = StoreOptions.defaults();
  private static final StoreOptions READ_ONLY = OPTIONS.withReadOnly(true);

  @TempDir private Path temporary;
  private Path folder;

  @BeforeEach
  void nameFolder() {
    folder = temporary.resolve("database");
  }

  private void write() {
    try (Store store = Store.open(folder, OPTIONS)) {
      store.recovered(0);
      store.append(record(1, "a"));
      store.apply(1, add("a", 1));
      store.cut(1);
    }
  }

  private AbstractThrowableAssert<?, ?> assertRefused(
      Path path, StoreOptions options, String sqlState) {
    AbstractThrowableAssert<?, ?> refused =
        assertThatThrownBy(() -> Store.open(path, options).close())
            .isInstanceOf(StoreException.class);
    refused.extracting("sqlState").isEqualTo(sqlState);
    return refused;
  }

  @Test
  void aLogOfALaterFormatIsRefusedByNameOfItsVersion() throws IOException {
    write();
    Path segment = Folders.segment(folder, 1);
    byte[] bytes = Files.readAllBytes(segment);
    ByteBuffer.wrap(bytes).putInt(8, 99).put(12, (byte) 3).put(13, new byte[] {'9', '.', '1'});
    Files.write(segment, bytes);

    assertRefused(folder, OPTIONS, "08001")
        .hasMessageContaining(
            "was written by version 9.1 in format 99; this version reads up to format 1");
  }

  @Test
  void anImageOfALaterFormatIsRefusedAndLeftAsItIs() throws IOException {
    write();
    Path image = folder.resolve(StoreFolder.IMAGE_FILE);
    try (MVStore store = MVStore.open(image.toString())) {
      MVMap<String, String> meta =
          store.openMap(
              "millrace",
              new MVMap.Builder<String, String>()
                  .keyType(StringDataType.INSTANCE)
                  .valueType(StringDataType.INSTANCE));
      meta.put("format", "2");
      meta.put("product", "9.1");
    }
    byte[] before = Files.readAllBytes(image);

    assertRefused(folder, OPTIONS, "08001").hasMessageContaining("version 9.1 in format 2");

    assertThat(Files.readAllBytes(image)).isEqualTo(before);
  }

  @Test
  void aSegmentWithADamagedHeaderIsCorrupt() throws IOException {
    write();
    Path segment = Folders.segment(folder, 1);
    byte[] whole = Files.readAllBytes(segment);
    for (int offset : new int[] {0, 7, 130, 140, 150, 155, 160, 162}) {
      byte[] damaged = whole.clone();
      damaged[offset] ^= 2;
      Files.write(segment, damaged);
      assertRefused(folder, OPTIONS, "XX001").hasMessageContaining("header");
    }
    Files.write(segment, new byte[0]);
    assertRefused(folder, OPTIONS, "XX001");
    Files.write(segment, whole);
    Store.open(folder, OPTIONS).close();
  }

  @Test
  void anImageThatIsNoneIsCorrupt() throws IOException {
    write();
    Files.write(folder.resolve(StoreFolder.IMAGE_FILE), new byte[20_000]);

    assertRefused(folder, OPTIONS, "XX001");
  }

  @Test
  void whatACrashLeftOfTheFirstWriteIsStartedAnew() throws IOException {
    Files.createDirectory(folder);
    Files.write(folder.resolve(FolderLock.FILE), new byte[0]);
    Files.write(folder.resolve(StoreFolder.IMAGE_FILE), new byte[4096]);

    write();

    try (Store store = Store.open(folder, OPTIONS)) {
      assertThat(store.imageVersion()).isEqualTo(1);
    }
  }

  @Test
  void anAbsentFolderIsMadeButNotItsParent() {
    write();
    assertThat(folder).isDirectory();

    assertRefused(temporary.resolve("no/such"), OPTIONS, "08001")
        .hasMessageContaining("does not exist");
    assertThat(temporary.resolve("no")).doesNotExist();
  }

  @Test
  void aFileOrAFolderOfOtherThingsIsRefused() throws IOException {
    Path file = Files.write(temporary.resolve("file"), new byte[1]);
    Path other = Files.createDirectory(temporary.resolve("other"));
    Files.write(other.resolve("letter.txt"), new byte[1]);

    assertRefused(file, OPTIONS, "08001").hasMessageContaining("is a file");
    assertRefused(other, OPTIONS, "08001").hasMessageContaining("holds other files");
    assertThat(other.toFile().list()).containsExactly("letter.txt");
  }

  @Test
  void readOnlyMakesNothing() throws IOException {
    assertRefused(folder, READ_ONLY, "08001").hasMessageContaining("does not exist");
    assertThat(folder).doesNotExist();

    Files.createDirectory(folder);
    assertRefused(folder, READ_ONLY, "08001").hasMessageContaining("holds no database");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void readOnlyReadsImageAndTailAndRefusesToWrite() throws IOException {
    Path copy = temporary.resolve("copy");
    try (Store store = Store.open(folder, OPTIONS)) {
      store.recovered(0);
      store.append(record(1, "a"));
      store.apply(1, add("a", 1));
      store.cut(1);
      store.checkpoint(1);
      store.awaitCheckpoint();
      store.append(record(2, "b"));
      Folders.copy(folder, copy);
    }
    byte[] before = Files.readAllBytes(copy.resolve(StoreFolder.IMAGE_FILE));

    try (Store store = Store.open(copy, READ_ONLY)) {
      assertThat(store.tail()).hasSize(1);
      store.apply(1, add("b", 1));
      store.apply(2, add("c", 1));
      store.recovered(2);
      Snapshot snapshot = store.cut(2);
      assertThat(text(snapshot.trace(1))).isEqualTo("a=1 b=1");
      assertThat(text(snapshot.trace(2))).isEqualTo("c=1");
      assertThatThrownBy(() -> store.append(record(3, "c")))
          .isInstanceOf(StoreException.class)
          .extracting("sqlState")
          .isEqualTo("25006");
      assertThat(store.checkpointDue()).isFalse();
      store.checkpoint(2);
    }

    assertThat(Files.readAllBytes(copy.resolve(StoreFolder.IMAGE_FILE))).isEqualTo(before);
  }
}
