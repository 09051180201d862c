package io.millrace.driver.tpch;

import io.trino.tpch.Customer;
import io.trino.tpch.LineItem;
import io.trino.tpch.Order;
import io.trino.tpch.TpchTable;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.Locale;
import java.util.function.Consumer;

/** The three large tables of TPC-H, loaded by JDBC batches. */
final class TpchTables {
  private static final int BATCH = 1000;

  static final String INSERT_ORDER = "INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
  static final String INSERT_LINE_ITEM =
      "INSERT INTO lineitem VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

  private static final String[] DEFINITIONS = {
    """
    CREATE TABLE customer (c_custkey BIGINT PRIMARY KEY, c_name VARCHAR(25) NOT NULL,
      c_address VARCHAR(40) NOT NULL, c_nationkey BIGINT NOT NULL, c_phone CHAR(15) NOT NULL,
      c_acctbal DECIMAL(12,2) NOT NULL, c_mktsegment CHAR(10) NOT NULL,
      c_comment VARCHAR(117) NOT NULL)
    """,
    """
    CREATE TABLE orders (o_orderkey BIGINT PRIMARY KEY, o_custkey BIGINT NOT NULL,
      o_orderstatus CHAR(1) NOT NULL, o_totalprice DECIMAL(12,2) NOT NULL,
      o_orderdate DATE NOT NULL, o_orderpriority CHAR(15) NOT NULL, o_clerk CHAR(15) NOT NULL,
      o_shippriority INTEGER NOT NULL, o_comment VARCHAR(79) NOT NULL)
    """,
    """
    CREATE TABLE lineitem (l_orderkey BIGINT NOT NULL, l_partkey BIGINT NOT NULL,
      l_suppkey BIGINT NOT NULL, l_linenumber INTEGER NOT NULL, l_quantity DECIMAL(12,2) NOT NULL,
      l_extendedprice DECIMAL(12,2) NOT NULL, l_discount DECIMAL(12,2) NOT NULL,
      l_tax DECIMAL(12,2) NOT NULL, l_returnflag CHAR(1) NOT NULL, l_linestatus CHAR(1) NOT NULL,
      l_shipdate DATE NOT NULL, l_commitdate DATE NOT NULL, l_receiptdate DATE NOT NULL,
      l_shipinstruct CHAR(25) NOT NULL, l_shipmode CHAR(10) NOT NULL,
      l_comment VARCHAR(44) NOT NULL, PRIMARY KEY (l_orderkey, l_linenumber))
    """,
    "CREATE TABLE progress (transactions INTEGER NOT NULL)",
    "CREATE INDEX orders_custkey ON orders (o_custkey)"
  };

  private TpchTables() {}

  static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String definition : DEFINITIONS) {
        statement.execute(definition);
      }
      statement.execute("INSERT INTO progress VALUES (0)");
    }
  }

  /** Loads the tables at a scale and tells how it goes. */
  static void load(Connection connection, double scale, Consumer<String> progress)
      throws SQLException {
    load(
        connection,
        "customer",
        "INSERT INTO customer VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        TpchTable.CUSTOMER.createGenerator(scale, 1, 1),
        TpchTables::set,
        progress);
    load(
        connection,
        "orders",
        INSERT_ORDER,
        TpchTable.ORDERS.createGenerator(scale, 1, 1),
        TpchTables::set,
        progress);
    load(
        connection,
        "lineitem",
        INSERT_LINE_ITEM,
        TpchTable.LINE_ITEM.createGenerator(scale, 1, 1),
        TpchTables::set,
        progress);
  }

  private interface Setter<T> {
    void set(PreparedStatement insert, T entity) throws SQLException;
  }

  private static <T> void load(
      Connection connection,
      String table,
      String sql,
      Iterable<T> rows,
      Setter<T> setter,
      Consumer<String> progress)
      throws SQLException {
    long start = System.nanoTime();
    long count = 0;
    connection.setAutoCommit(false);
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      for (T row : rows) {
        setter.set(insert, row);
        insert.addBatch();
        if (++count % BATCH == 0) {
          insert.executeBatch();
          connection.commit();
        }
        if (count % 50_000 == 0) {
          progress.accept("  " + table + ": " + rate(count, start));
        }
      }
      insert.executeBatch();
      connection.commit();
    }
    connection.setAutoCommit(true);
    progress.accept(table + ": " + rate(count, start));
  }

  private static String rate(long count, long startNanos) {
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    return String.format(
        Locale.ROOT, "%,d rows in %.1f s, %,.0f rows/s", count, seconds, count / seconds);
  }

  static void set(PreparedStatement insert, Customer customer) throws SQLException {
    insert.setLong(1, customer.getCustomerKey());
    insert.setString(2, customer.getName());
    insert.setString(3, customer.getAddress());
    insert.setLong(4, customer.getNationKey());
    insert.setString(5, customer.getPhone());
    insert.setBigDecimal(6, BigDecimal.valueOf(customer.getAccountBalanceInCents(), 2));
    insert.setString(7, customer.getMarketSegment());
    insert.setString(8, customer.getComment());
  }

  static void set(PreparedStatement insert, Order order) throws SQLException {
    insert.setLong(1, order.getOrderKey());
    insert.setLong(2, order.getCustomerKey());
    insert.setString(3, String.valueOf(order.getOrderStatus()));
    insert.setBigDecimal(4, BigDecimal.valueOf(order.getTotalPriceInCents(), 2));
    insert.setObject(5, LocalDate.ofEpochDay(order.getOrderDate()));
    insert.setString(6, order.getOrderPriority());
    insert.setString(7, order.getClerk());
    insert.setInt(8, order.getShipPriority());
    insert.setString(9, order.getComment());
  }

  static void set(PreparedStatement insert, LineItem item) throws SQLException {
    insert.setLong(1, item.getOrderKey());
    insert.setLong(2, item.getPartKey());
    insert.setLong(3, item.getSupplierKey());
    insert.setInt(4, item.getLineNumber());
    insert.setBigDecimal(5, BigDecimal.valueOf(item.getQuantity()));
    insert.setBigDecimal(6, BigDecimal.valueOf(item.getExtendedPriceInCents(), 2));
    insert.setBigDecimal(7, BigDecimal.valueOf(item.getDiscountPercent(), 2));
    insert.setBigDecimal(8, BigDecimal.valueOf(item.getTaxPercent(), 2));
    insert.setString(9, item.getReturnFlag());
    insert.setString(10, item.getStatus());
    insert.setObject(11, LocalDate.ofEpochDay(item.getShipDate()));
    insert.setObject(12, LocalDate.ofEpochDay(item.getCommitDate()));
    insert.setObject(13, LocalDate.ofEpochDay(item.getReceiptDate()));
    insert.setString(14, item.getShipInstructions());
    insert.setString(15, item.getShipMode());
    insert.setString(16, item.getComment());
  }
}
