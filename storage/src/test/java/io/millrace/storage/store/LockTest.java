package io.millrace.storage.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LockTest {
  private static final StoreOptions READ_ONLY = StoreOptions.defaults().withReadOnly(true);

  @TempDir private Path folder;
  @TempDir private Path copies;

  /** Opens the folder in another process, says how that went, and stays until told to end. */
  public static final class Child {
    private Child() {}

    public static void main(String[] arguments) throws IOException {
      StoreOptions options =
          StoreOptions.defaults().withReadOnly(Boolean.parseBoolean(arguments[1]));
      try (Store store = Store.open(Path.of(arguments[0]), options)) {
        System.out.println("open at " + store.imageVersion());
        while (System.in.read() >= 0) {}
      } catch (StoreException e) {
        System.out.println(e.sqlState() + " " + e.getMessage());
      }
    }
  }

  private ChildProcess child(boolean readOnly) throws IOException {
    return new ChildProcess(Child.class, folder.toString(), Boolean.toString(readOnly));
  }

  private @Nullable String outcome(boolean readOnly) throws IOException {
    try (ChildProcess child = child(readOnly)) {
      return child.readLine();
    }
  }

  @Test
  void aSecondOpenInThisProcessIsRefused() {
    try (Store store = Store.open(folder, StoreOptions.defaults())) {
      assertThat(store.imageVersion()).isZero();
      assertThatThrownBy(() -> Store.open(folder, StoreOptions.defaults()).close())
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("is open already in this process")
          .extracting("sqlState")
          .isEqualTo("08001");
      assertThatThrownBy(() -> Store.open(folder.resolve("../" + folder.getFileName()), READ_ONLY))
          .hasMessageContaining("is open already in this process");
    }
    Store.open(folder, StoreOptions.defaults()).close();
  }

  @Test
  void anotherProcessIsRefusedEvenAfterASecondOpenAndACopyInThisOne() throws Exception {
    try (Store store = Store.open(folder, StoreOptions.defaults())) {
      assertThat(store.imageVersion()).isZero();
      assertThatThrownBy(() -> Store.open(folder, StoreOptions.defaults()).close())
          .isInstanceOf(StoreException.class);
      Folders.copy(folder, copies);

      assertThat(outcome(false))
          .startsWith("08001")
          .contains("process " + ProcessHandle.current().pid() + " on host");
      assertThat(outcome(true)).startsWith("08001");
    }
    assertThat(outcome(false)).isEqualTo("open at 0");
  }

  @Test
  void aWriterIsRefusedWhileAnotherProcessHasTheFolder() throws Exception {
    try (ChildProcess child = child(false)) {
      assertThat(child.readLine()).isEqualTo("open at 0");

      assertThatThrownBy(() -> Store.open(folder, StoreOptions.defaults()).close())
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("is in use by another process (process ");

      child.finish();
    }
    Store.open(folder, StoreOptions.defaults()).close();
  }

  @Test
  void readersShareTheFolderAndKeepWritersOut() throws Exception {
    Store.open(folder, StoreOptions.defaults()).close();
    try (Store store = Store.open(folder, READ_ONLY)) {
      assertThat(store.imageVersion()).isZero();
      assertThat(outcome(true)).isEqualTo("open at 0");
      assertThat(outcome(false)).startsWith("08001").contains("a reader");
    }
  }

  @Test
  void theLockOfAKilledProcessIsGone() throws Exception {
    try (ChildProcess child = child(false)) {
      assertThat(child.readLine()).isEqualTo("open at 0");
      child.kill();
    }
    Store.open(folder, StoreOptions.defaults()).close();
  }
}
