package io.millrace.engine.sql.parser;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What the generated parser found out by scanning ahead, so that it need not scan again.
 *
 * <p>At each choice the parser tries alternative upon alternative against the next tokens, through
 * hundreds of rules, and does so at every level of an expression. Which one fits depends on the
 * place in the grammar, on the kinds of the tokens that it looked at, and on whether a star may
 * stand there, unless a rule asks for more ({@link #semantic}); so answers hold for all texts and
 * are shared by all parsers. They are kept behind as few tokens as the scan looked at, mostly one.
 * The build puts the calls into the generated class.
 *
 * <p>A parser that keeps no answers scans as it was generated: only then does it know what it had
 * expected where a text is wrong. One object per parser, one thread at a time; the answers are in a
 * table of fixed size, where a new one takes the place of another. A scan that looked far is made
 * again.
 */
final class Lookaheads {
  private static final int BITS_OF_A_KIND = 10;
  private static final int MOST_TOKENS = 4;

  /** Above each alternative's number and star, so that keys of other lengths are other numbers. */
  private static final long FIRST = 1L << 12;

  private static final int SLOTS = 1 << 15;

  private static final int NO = 1;
  private static final int YES = 2;

  /** The scan looks at one token more. */
  private static final int FURTHER = 3;

  /** A key in the upper 62 bits, what is known of it in the others; 0 where there is nothing. */
  private static final AtomicLongArray ANSWERS = new AtomicLongArray(SLOTS);

  private final MillraceParser parser;
  private boolean off;
  private boolean kept;
  private long choice;

  Lookaheads(MillraceParser parser) {
    this.parser = parser;
  }

  /** From now on the parser scans at every choice. */
  void off() {
    off = true;
  }

  /** The running scan came to a rule that looks at more than the kinds of tokens. */
  void semantic() {
    kept = false;
  }

  /**
   * Whether an alternative fits the tokens that come: 1 if it does, 0 if not, -1 if that is to be
   * found out by a scan, whose result goes to {@link #keep}.
   *
   * @param number the alternative's, from 1
   * @param tokens how far a scan would look at most
   * @param star whether a star may stand for a row's columns here
   */
  int answer(int number, int tokens, boolean star) {
    choice = FIRST | (long) number << 1 | (star ? 1 : 0);
    kept = !off;
    if (off) {
      return -1;
    }
    long key = choice;
    for (int ahead = 1; ahead <= tokens && ahead <= MOST_TOKENS; ahead++) {
      key = behind(key, ahead);
      long entry = ANSWERS.getOpaque(slot(key));
      int known = entry >>> 2 == key ? (int) entry & 3 : 0;
      if (known != FURTHER) {
        return known == 0 ? -1 : known - NO;
      }
    }
    return -1;
  }

  /** Keeps the answer of a scan that looked at so many tokens, and gives it. */
  boolean keep(boolean answer, int looked) {
    if (kept && looked <= MOST_TOKENS) {
      long key = choice;
      for (int ahead = 1; ahead <= looked; ahead++) {
        key = behind(key, ahead);
        int known = ahead < looked ? FURTHER : answer ? YES : NO;
        ANSWERS.setOpaque(slot(key), key << 2 | known);
      }
    }
    return answer;
  }

  /** The key with one token more. The kind of the end of a text is 0. */
  private long behind(long key, int ahead) {
    return key << BITS_OF_A_KIND | (parser.getToken(ahead).kind + 1);
  }

  private static int slot(long key) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 40) & SLOTS - 1;
  }
}
