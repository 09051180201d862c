package io.millrace.storage.row;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Encodes text and byte strings of any length so that the order of the encodings is the order of
 * the values and no encoding is a prefix of another: each byte 00 is followed by FF, and 00 01 ends
 * the value. UTF-8 keeps the order of code points.
 */
final class TextCodec {
  /** Bytes that end a value. */
  static final int TERMINATOR_LENGTH = 2;

  private static final byte ZERO = 0;
  private static final byte AFTER_ZERO = (byte) 0xFF;
  private static final byte AT_END = 1;

  private TextCodec() {}

  /** How many chars of {@code text} are left when its trailing blanks are taken off. */
  static int strippedLength(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == ' ') {
      end--;
    }
    return end;
  }

  /**
   * The length of the encoding of the first {@code end} chars.
   *
   * @throws RowException 22021 for a surrogate without its partner
   */
  static int encodedLength(String text, int end) {
    int length = end + TERMINATOR_LENGTH;
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        length += c < 0x800 ? 1 : 2;
        if (Character.isSurrogate(c)) {
          checkPair(text, i, end);
          i++; // a pair is two chars and four bytes
        }
      } else if (c == 0) {
        length++;
      }
    }
    return length;
  }

  private static void checkPair(String text, int at, int end) {
    if (at + 1 >= end || !Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1))) {
      throw new RowException(
          "22021",
          String.format(
              Locale.ROOT,
              "text holds a lone surrogate U+%04X at position %d, which is no character",
              (int) text.charAt(at),
              text.codePointCount(0, at) + 1));
    }
  }

  /** Writes the first {@code end} chars, already checked by {@link #encodedLength}. */
  static int write(String text, int end, byte[] out, int start) {
    int at = start;
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        out[at++] = (byte) c;
        if (c == 0) {
          out[at++] = AFTER_ZERO;
        }
      } else if (Character.isHighSurrogate(c)) {
        i++;
        at = writeSupplementary(Character.toCodePoint(c, text.charAt(i)), out, at);
      } else {
        at = writeNonAscii(c, out, at);
      }
    }
    return terminate(out, at);
  }

  private static int writeNonAscii(char c, byte[] out, int start) {
    int at = start;
    if (c < 0x800) {
      out[at++] = (byte) (0xC0 | (c >> 6));
    } else {
      out[at++] = (byte) (0xE0 | (c >> 12));
      out[at++] = (byte) (0x80 | ((c >> 6) & 0x3F));
    }
    out[at++] = (byte) (0x80 | (c & 0x3F));
    return at;
  }

  private static int writeSupplementary(int codePoint, byte[] out, int at) {
    out[at] = (byte) (0xF0 | (codePoint >> 18));
    out[at + 1] = (byte) (0x80 | ((codePoint >> 12) & 0x3F));
    out[at + 2] = (byte) (0x80 | ((codePoint >> 6) & 0x3F));
    out[at + 3] = (byte) (0x80 | (codePoint & 0x3F));
    return at + 4;
  }

  static int encodedLength(byte[] value) {
    int length = value.length + TERMINATOR_LENGTH;
    for (byte b : value) {
      if (b == ZERO) {
        length++;
      }
    }
    return length;
  }

  static int write(byte[] value, byte[] out, int start) {
    int at = start;
    for (byte b : value) {
      out[at++] = b;
      if (b == ZERO) {
        out[at++] = AFTER_ZERO;
      }
    }
    return terminate(out, at);
  }

  private static int terminate(byte[] out, int at) {
    out[at] = ZERO;
    out[at + 1] = AT_END;
    return at + TERMINATOR_LENGTH;
  }

  /** The text whose encoding, with its terminator, is the bytes {@code from} to {@code to}. */
  static String readText(byte[] in, int from, int to) {
    int end = to - TERMINATOR_LENGTH;
    for (int i = from; i < end; i++) {
      if (in[i] == ZERO) {
        return new String(readBytes(in, from, to), StandardCharsets.UTF_8);
      }
    }
    return new String(in, from, end - from, StandardCharsets.UTF_8);
  }

  /** The byte string whose encoding, with its terminator, is {@code from} to {@code to}. */
  static byte[] readBytes(byte[] in, int from, int to) {
    int end = to - TERMINATOR_LENGTH;
    byte[] out = new byte[end - from];
    int length = 0;
    for (int i = from; i < end; i++) {
      out[length++] = in[i];
      if (in[i] == ZERO) {
        i++;
      }
    }
    return length == out.length ? out : Arrays.copyOf(out, length);
  }

  /**
   * Where the encoding that starts at {@code start} ends; its bytes are XORed with {@code mask}.
   */
  static int skip(byte[] in, int start, int mask) {
    byte zero = (byte) mask;
    byte atEnd = (byte) (AT_END ^ mask);
    int at = start;
    while (true) {
      while (in[at] != zero) {
        at++;
      }
      at += 2;
      if (in[at - 1] == atEnd) {
        return at;
      }
    }
  }

  /** Compares by code points: in UTF-16, chars from U+E000 come after surrogates, not before. */
  static int compare(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean surrogateX = Character.isSurrogate(x);
        boolean surrogateY = Character.isSurrogate(y);
        return surrogateX == surrogateY ? Character.compare(x, y) : surrogateX ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
