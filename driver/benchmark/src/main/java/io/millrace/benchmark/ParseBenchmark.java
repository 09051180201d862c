package io.millrace.benchmark;

import io.millrace.engine.sql.SqlStatements;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.sql.SqlNode;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to parse a statement once the parser is warm: what a plan cache saves, in part. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ParseBenchmark {
  @Benchmark
  public List<SqlNode> pointQuery() {
    return SqlStatements.parse("SELECT id, name, total FROM orders WHERE id = ?");
  }

  @Benchmark
  public List<SqlNode> insert() {
    return SqlStatements.parse("INSERT INTO orders (id, name, total) VALUES (?, ?, ?)");
  }

  @Benchmark
  public List<SqlNode> view() {
    return SqlStatements.parse(
        "CREATE INCREMENTAL MATERIALIZED VIEW v AS SELECT c.region, COUNT(*) AS n, SUM(o.total) AS s"
            + " FROM orders AS o JOIN customers AS c ON o.customer = c.id WHERE o.paid"
            + " GROUP BY c.region HAVING COUNT(*) > 1");
  }
}
