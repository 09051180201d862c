/**
 * JMH benchmarks. Outside the default build: {@code mvn -Pbenchmark package}, then {@code java -jar
 * driver/benchmark/target/benchmarks.jar}.
 *
 * <p>A number that goes into the documentation names the benchmark that made it.
 */
@NullMarked
package io.millrace.benchmark;

import org.jspecify.annotations.NullMarked;
