package io.millrace.storage.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Rows and keys byte for byte. These bytes are in files of users: a change that turns a test red
 * needs a new format version, not a new expectation.
 */
class RowFormatTest {
  @Test
  void integersAreBigEndianWithTheSignFlipped() {
    assertCell(CellType.TINYINT, -128L, "00");
    assertCell(CellType.TINYINT, 5L, "85");
    assertCell(CellType.SMALLINT, -2L, "7ffe");
    assertCell(CellType.INTEGER, 1L, "80000001");
    assertCell(CellType.BIGINT, -1L, "7fffffffffffffff");
    assertCell(CellType.DATE, 20_000L, "80004e20");
    assertCell(CellType.TIME, 1L, "8000000000000001");
    assertCell(CellType.TIMESTAMP, -1L, "7fffffffffffffff");
    assertCell(CellType.TIMESTAMP_WITH_TIME_ZONE, 256L, "8000000000000100");
    assertCell(CellType.INTERVAL_MONTHS, 13L, "800000000000000d");
    assertCell(CellType.INTERVAL_MICROS, 0L, "8000000000000000");
  }

  @Test
  void booleansUuidsAndRealsKeepTheirOrder() {
    assertCell(CellType.BOOLEAN, false, "00");
    assertCell(CellType.BOOLEAN, true, "01");
    assertCell(
        CellType.UUID,
        UUID.fromString("f0000000-0000-0001-8000-0000000000ff"),
        "f0000000000000018000" + "0000000000ff");
    assertCell(CellType.DOUBLE, 1.0, "bff0000000000000");
    assertCell(CellType.DOUBLE, -0.0, "8000000000000000");
    assertCell(CellType.DOUBLE, -1.0, "400fffffffffffff");
    assertCell(CellType.DOUBLE, Double.NEGATIVE_INFINITY, "000fffffffffffff");
    assertCell(CellType.DOUBLE, Double.NaN, "fff8000000000000");
    assertCell(CellType.REAL, 1.0, "bf800000");
    assertCell(CellType.REAL, -1.0, "407fffff");
    assertCell(CellType.REAL, Double.NaN, "ffc00000");
  }

  @Test
  void decimalsAreTheirUnscaledValueInEightOrSixteenBytes() {
    assertCell(ColumnType.decimal(18, 2), new BigDecimal("1.5"), "8000000000000096");
    assertCell(ColumnType.decimal(18, 2), new BigDecimal("-0.01"), "7fffffffffffffff");
    assertCell(ColumnType.decimal(19, 0), BigDecimal.ONE, "80000000000000000000000000000001");
    assertCell(ColumnType.decimal(19, 0), new BigDecimal(-1), "7fffffffffffffffffffffffffffffff");
    assertCell(
        ColumnType.decimal(38, 0),
        BigDecimal.TEN.pow(38).subtract(BigDecimal.ONE),
        "cb3b4ca85a86c47a098a223fffffffff");
  }

  @Test
  void textAndBytesAreEscapedAndEnded() {
    assertCell(CellType.VARCHAR, "aé€\uD83D\uDE00", "61c3a9e282acf09f98800001" + "0c");
    assertCell(CellType.VARCHAR, "", "0001" + "02");
    assertCell(CellType.VARCHAR, "a\0b ", "6100ff62200001" + "07");
    assertCell(CellType.CHAR, "ab  ", "61620001" + "04");
    assertCell(CellType.VARBINARY, new byte[] {0, 1, -1}, "00ff01ff0001" + "06");
    assertCell(CellType.BINARY, new byte[0], "0001" + "02");
  }

  @Test
  void elementsOfListsHaveATagAndArraysAnEnd() {
    ColumnType bytes = ColumnType.array(ColumnType.of(CellType.TINYINT));
    ColumnType texts = ColumnType.array(ColumnType.varchar(9));
    ColumnType pair = ColumnType.row(List.of(ColumnType.of(CellType.TINYINT), texts));

    assertCell(bytes, Arrays.asList(5L, null, -128L), "0185020100" + "00" + "06");
    assertCell(bytes, List.of(), "00" + "01");
    assertCell(texts, Arrays.asList("a", "", null), "01610001" + "010001" + "02" + "00" + "09");
    assertCell(
        ColumnType.array(bytes),
        List.of(List.of(5L), List.of()),
        "01018500" + "0100" + "00" + "07");
    assertCell(pair, Arrays.asList(null, List.of("a")), "02" + "010161000100" + "07");
    assertHex(RowType.of(bytes).nulls(), "02" + "01");
    boolean[] descending = {true};
    assertHex(
        new KeyFormat(RowType.of(pair), new int[] {0}, descending, descending)
            .keyOf(Arrays.asList(5L, null)),
        "fe" + "fe7a" + "fd");
  }

  @Test
  void nullableColumnsHaveATagAndTheTrailerHasTheEnds() {
    RowType type =
        RowType.of(
            ColumnType.of(CellType.SMALLINT),
            ColumnType.varchar(9),
            ColumnType.of(CellType.BOOLEAN).notNull(),
            ColumnType.varbinary(9).notNull(),
            ColumnType.of(CellType.TINYINT));

    assertHex(
        type.encode(1L, "a", true, new byte[] {5}, -1L),
        "018001" + "01610001" + "01" + "050001" + "017f" + "070b");
    assertHex(
        type.encode(null, null, false, new byte[0], null),
        "020000" + "02" + "00" + "0001" + "0200" + "0407");
    assertHex(RowType.of().encode(), "");
  }

  @Test
  void entriesOfTheTrailerGrowWithTheRow() {
    RowType type = RowType.of(ColumnType.of(CellType.VARCHAR).notNull());

    assertTail(type.encode("x".repeat(252)), 255, "0001fe");
    assertTail(type.encode("x".repeat(253)), 257, "000100ff");
    assertTail(type.encode("x".repeat(65_531)), 65_535, "0001fffd");
    assertTail(type.encode("x".repeat(65_532)), 65_537, "000100fffe");
  }

  @Test
  void keysAreEncodedColumnsTaggedAndComplementedByChoice() {
    RowType type =
        RowType.of(
            ColumnType.of(CellType.SMALLINT), ColumnType.varchar(9), ColumnType.of(CellType.DATE));
    byte[] row = type.encode(1L, "a", null);
    boolean[] none = {false, false};
    boolean[] both = {true, true};

    assertHex(KeyFormat.untagged(type, 0, 1).key(row), "8001" + "610001");
    assertHex(KeyFormat.tagged(type, 1, 0).key(row), "01610001" + "018001");
    assertHex(KeyFormat.tagged(type, 2).key(row), "0200000000");
    assertHex(
        new KeyFormat(type, new int[] {1, 2}, both, both).key(row), "fe9efffe" + "fdffffffff");
    assertHex(
        new KeyFormat(type, new int[] {0, 2}, none, both, both).key(row), "018001" + "0000000000");
    assertHex(
        new KeyFormat(type, new int[] {0, 2}, both, both, none).key(row), "fe7ffe" + "ffffffffff");
    assertHex(
        KeyFormat.untagged(type, 0).entry(row),
        "8001" + "018001" + "01610001" + "0200000000" + "07");
  }

  private static void assertCell(CellType type, Object cell, String hex) {
    assertCell(ColumnType.of(type), cell, hex);
  }

  private static void assertCell(ColumnType type, Object cell, String hex) {
    assertHex(RowType.of(type.notNull()).encode(cell), hex);
  }

  private static void assertTail(byte[] row, int length, String hex) {
    assertThat(row).hasSize(length);
    assertHex(Arrays.copyOfRange(row, length - hex.length() / 2, length), hex);
  }

  private static void assertHex(byte @Nullable [] bytes, String hex) {
    assertThat(bytes).isNotNull();
    assertThat(bytes == null ? "" : HexFormat.of().formatHex(bytes)).isEqualTo(hex);
  }
}
