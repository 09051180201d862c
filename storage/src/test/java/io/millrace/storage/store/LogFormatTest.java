package io.millrace.storage.store;

import static io.millrace.storage.store.Changes.record;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

final class LogFormatTest {
  private static final long SALT = 0x1122334455667788L;

  private static final ByteBuffer ENCODED =
      ByteBuffer.wrap(LogFormat.encode(record(7, "ab"), SALT, 3, 5));

  @Test
  void theBytesOfARecordAreWhatIsWrittenDown() {
    assertThat(HexFormat.of().formatHex(ENCODED.array()))
        .isEqualTo(
            "0000002b" // length
                + HexFormat.of().toHexDigits(ENCODED.getInt(4)) // checksum
                + "0000000000000007" // version
                + "0000000000000003" // timeline
                + "0000000000000005" // durableUpTo
                + "00000000000003ef" // wall clock
                + "01" // delta
                + "6162"
                + "00000000"); // terminator
  }

  @Test
  void aRecordIsReadOnlyWithItsOwnSaltAndTimelineAndAboveTheVersionBefore() {
    assertThat(LogFormat.decode(ENCODED, 0, SALT, 3, 6)).isNotNull();
    assertThat(LogFormat.decode(ENCODED, 0, SALT + 1, 3, 6)).isNull();
    assertThat(LogFormat.decode(ENCODED, 0, SALT, 4, 6)).isNull();
    assertThat(LogFormat.decode(ENCODED, 0, SALT, 3, 7)).isNull();
  }

  @Test
  void zerosAreNoRecord() {
    assertThat(LogFormat.decode(ByteBuffer.allocate(100), 0, 0, 0, -1)).isNull();
  }
}
