package io.millrace.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.storage.row.CellType;
import io.millrace.storage.row.ColumnType;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CatalogCodecTest {
  private static final QualifiedName NAME = new QualifiedName("public", "v");

  private static View view(View.OnError onError, @Nullable String suspension) {
    return new View(
        5,
        NAME,
        List.of(new Column(0, "x", ColumnType.of(CellType.INTEGER), null, null)),
        View.Kind.INCREMENTAL,
        "SELECT x FROM t",
        "public",
        Set.of(3, 4),
        new View.StoredCircuit(new byte[] {1, 2}, List.of(7, 8), 99),
        6,
        onError,
        suspension);
  }

  private static View read(byte[] bytes) {
    return (View) CatalogCodec.decode(bytes).relation(NAME).orElseThrow();
  }

  @Test
  void whatBecomesOfAViewIsKept() {
    View read =
        read(CatalogCodec.encode(Catalog.EMPTY.with(view(View.OnError.SUSPEND, "it ‘failed’"))));

    assertThat(read.onError()).isEqualTo(View.OnError.SUSPEND);
    assertThat(read.suspension()).isEqualTo("it ‘failed’");
    assertThat(read.isMaintained()).isFalse();
    assertThat(read.mapIds()).isEmpty();
    assertThat(read.refilledIn(20).mapIds()).containsExactly(21, 22, 20);
  }

  @Test
  void aViewOfTheFirstFormatIsMaintainedAndRefuses() {
    byte[] bytes = CatalogCodec.encode(Catalog.EMPTY.with(view(View.OnError.REFUSE, null)));
    byte[] first = Arrays.copyOf(bytes, bytes.length - 7);
    first[0] = 1;

    View read = read(first);

    assertThat(read.onError()).isEqualTo(View.OnError.REFUSE);
    assertThat(read.isMaintained()).isTrue();
    assertThat(read.mapIds()).containsExactly(7, 8, 6);
  }

  @Test
  void whetherAViewIsForRewritingIsKeptAndTrueInOlderFormats() {
    View view = view(View.OnError.SUSPEND, null).withRewriting(false);
    byte[] bytes = CatalogCodec.encode(Catalog.EMPTY.with(view));
    byte[] third = Arrays.copyOf(bytes, bytes.length - 5);
    third[0] = 3;

    assertThat(read(bytes).isForRewriting()).isFalse();
    assertThat(read(bytes).suspended("by hand").isForRewriting()).isFalse();
    assertThat(read(bytes).refilledIn(20).isForRewriting()).isFalse();
    assertThat(read(third).isForRewriting()).isTrue();
    assertThat(read(third).onError()).isEqualTo(View.OnError.SUSPEND);
  }

  @Test
  void indexesOfAViewAreKeptAndThereAreNoneInOlderFormats() {
    QualifiedName name = new QualifiedName("public", "i");
    Index index = new Index(11, name, List.of(0), List.of(true), false, false, 12);
    View view = view(View.OnError.SUSPEND, null).withIndexes(List.of(index));
    byte[] bytes = CatalogCodec.encode(Catalog.EMPTY.with(view));
    byte[] fourth = CatalogCodec.encode(Catalog.EMPTY.with(view(View.OnError.SUSPEND, null)));
    fourth = Arrays.copyOf(fourth, fourth.length - 4);
    fourth[0] = 4;

    assertThat(read(bytes).indexes()).containsExactly(index);
    assertThat(read(bytes).mapIds()).containsExactly(7, 8, 6, 12);
    assertThat(read(bytes).suspended("by hand").mapIds()).isEmpty();
    assertThat(read(bytes).suspended("by hand").refilledIn(20).mapIds())
        .containsExactly(21, 22, 20, 23);
    assertThat(read(bytes).mapCount()).isEqualTo(4);
    assertThat(read(fourth).indexes()).isEmpty();
  }

  private static final QualifiedName TABLE = new QualifiedName("public", "t");

  private static Table table() {
    ColumnType integer = ColumnType.of(CellType.INTEGER);
    return new Table(
        3,
        TABLE,
        List.of(new Column(0, "a", integer, null, null), new Column(1, "b", integer, null, null)),
        List.of(),
        null,
        List.of(),
        List.of(),
        2,
        4);
  }

  private static Table readTable(byte[] bytes) {
    return (Table) CatalogCodec.decode(bytes).relation(TABLE).orElseThrow();
  }

  @Test
  void foreignKeysAreKept() {
    List<ForeignKey> keys =
        List.of(
            new ForeignKey(
                "one",
                List.of(1, 0),
                9,
                List.of(2, 3),
                ForeignKey.Match.FULL,
                ForeignKey.Action.NO_ACTION,
                ForeignKey.Action.RESTRICT),
            new ForeignKey(
                "two",
                List.of(0),
                3,
                List.of(1),
                ForeignKey.Match.SIMPLE,
                ForeignKey.Action.RESTRICT,
                ForeignKey.Action.NO_ACTION));

    Table read = readTable(CatalogCodec.encode(Catalog.EMPTY.with(table().withForeignKeys(keys))));

    assertThat(read.foreignKeys()).isEqualTo(keys);
    assertThat(read.nextColumnId()).isEqualTo(2);
  }

  @Test
  void aTableOfTheSecondFormatHasNoForeignKeys() {
    byte[] bytes = CatalogCodec.encode(Catalog.EMPTY.with(table()));
    byte[] second = Arrays.copyOf(bytes, bytes.length - 4);
    second[0] = 2;

    Table read = readTable(second);

    assertThat(read.foreignKeys()).isEmpty();
    assertThat(read.columns()).hasSize(2);
    assertThat(read.nextColumnId()).isEqualTo(2);
  }
}
