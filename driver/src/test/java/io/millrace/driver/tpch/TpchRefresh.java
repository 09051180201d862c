package io.millrace.driver.tpch;

import io.trino.tpch.LineItem;
import io.trino.tpch.Order;
import io.trino.tpch.TpchTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Refresh transactions of about 100 rows each, in the manner of RF1 and RF2: new orders with their
 * line items under new keys, old orders deleted with theirs, and line items updated; each counts
 * itself in {@code progress}.
 */
final class TpchRefresh {
  private static final int ORDERS_PER_TRANSACTION = 20;
  private static final long NEW_KEYS = 1_000_000_000L;

  private final Connection connection;
  private final Iterator<Order> orders;
  private final Iterator<LineItem> lineItems;
  private LineItem nextItem;
  private int done;

  TpchRefresh(Connection connection, double scale) throws SQLException {
    this.connection = connection;
    this.orders = TpchTable.ORDERS.createGenerator(scale, 1, 1).iterator();
    this.lineItems = TpchTable.LINE_ITEM.createGenerator(scale, 1, 1).iterator();
    this.nextItem = lineItems.next();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT transactions FROM progress")) {
      result.next();
      this.done = result.getInt(1);
    }
    for (int i = 0; i < done; i++) {
      nextOrders();
      nextItems(Long.MAX_VALUE);
    }
  }

  /** Runs the next transaction and returns its nanoseconds, commit included. */
  long run() throws SQLException {
    connection.setAutoCommit(false);
    long start = System.nanoTime();
    switch (done % 3) {
      case 0 -> insertOrders();
      case 1 -> deleteOrders();
      default -> updateLineItems();
    }
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE progress SET transactions = " + ++done);
    }
    connection.commit();
    long nanos = System.nanoTime() - start;
    connection.setAutoCommit(true);
    return nanos;
  }

  private List<Order> nextOrders() {
    List<Order> next = new ArrayList<>();
    while (next.size() < ORDERS_PER_TRANSACTION && orders.hasNext()) {
      next.add(orders.next());
    }
    return next;
  }

  private List<LineItem> nextItems(long lastOrderKey) {
    List<LineItem> next = new ArrayList<>();
    while (lineItems.hasNext() && nextItem.getOrderKey() <= lastOrderKey && next.size() < 200) {
      next.add(nextItem);
      nextItem = lineItems.next();
    }
    return next;
  }

  private void insertOrders() throws SQLException {
    List<Order> batch = nextOrders();
    try (PreparedStatement insert = connection.prepareStatement(TpchTables.INSERT_ORDER)) {
      for (Order order : batch) {
        TpchRows.set(insert, order);
        insert.setLong(1, NEW_KEYS + order.getOrderKey() + done);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    try (PreparedStatement insert = connection.prepareStatement(TpchTables.INSERT_LINE_ITEM)) {
      for (LineItem item : nextItems(batch.get(batch.size() - 1).getOrderKey())) {
        TpchRows.set(insert, item);
        insert.setLong(1, NEW_KEYS + item.getOrderKey() + done);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private void deleteOrders() throws SQLException {
    List<Order> batch = nextOrders();
    nextItems(batch.get(batch.size() - 1).getOrderKey());
    try (PreparedStatement items =
            connection.prepareStatement("DELETE FROM lineitem WHERE l_orderkey = ?");
        PreparedStatement orderRows =
            connection.prepareStatement("DELETE FROM orders WHERE o_orderkey = ?")) {
      for (Order order : batch) {
        items.setLong(1, order.getOrderKey());
        items.addBatch();
        orderRows.setLong(1, order.getOrderKey());
        orderRows.addBatch();
      }
      items.executeBatch();
      orderRows.executeBatch();
    }
  }

  private void updateLineItems() throws SQLException {
    List<Order> batch = nextOrders();
    nextItems(batch.get(batch.size() - 1).getOrderKey());
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE lineitem SET l_quantity = l_quantity + 1, l_discount = 0.06,"
                + " l_suppkey = l_suppkey + 1 WHERE l_orderkey = ?")) {
      for (Order order : batch) {
        update.setLong(1, order.getOrderKey());
        update.addBatch();
      }
      update.executeBatch();
    }
  }
}
