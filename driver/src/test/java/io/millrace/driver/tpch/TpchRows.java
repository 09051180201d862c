package io.millrace.driver.tpch;

import io.trino.tpch.Customer;
import io.trino.tpch.LineItem;
import io.trino.tpch.Nation;
import io.trino.tpch.Order;
import io.trino.tpch.Part;
import io.trino.tpch.PartSupplier;
import io.trino.tpch.Region;
import io.trino.tpch.Supplier;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;

/** From the generator's entities to the parameters of an INSERT. */
final class TpchRows {
  private TpchRows() {}

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

  static void set(PreparedStatement insert, Part part) throws SQLException {
    insert.setLong(1, part.getPartKey());
    insert.setString(2, part.getName());
    insert.setString(3, part.getManufacturer());
    insert.setString(4, part.getBrand());
    insert.setString(5, part.getType());
    insert.setInt(6, part.getSize());
    insert.setString(7, part.getContainer());
    insert.setBigDecimal(8, BigDecimal.valueOf(part.getRetailPriceInCents(), 2));
    insert.setString(9, part.getComment());
  }

  static void set(PreparedStatement insert, Supplier supplier) throws SQLException {
    insert.setLong(1, supplier.getSupplierKey());
    insert.setString(2, supplier.getName());
    insert.setString(3, supplier.getAddress());
    insert.setLong(4, supplier.getNationKey());
    insert.setString(5, supplier.getPhone());
    insert.setBigDecimal(6, BigDecimal.valueOf(supplier.getAccountBalanceInCents(), 2));
    insert.setString(7, supplier.getComment());
  }

  static void set(PreparedStatement insert, PartSupplier supply) throws SQLException {
    insert.setLong(1, supply.getPartKey());
    insert.setLong(2, supply.getSupplierKey());
    insert.setInt(3, supply.getAvailableQuantity());
    insert.setBigDecimal(4, BigDecimal.valueOf(supply.getSupplyCostInCents(), 2));
    insert.setString(5, supply.getComment());
  }

  static void set(PreparedStatement insert, Nation nation) throws SQLException {
    insert.setLong(1, nation.getNationKey());
    insert.setString(2, nation.getName());
    insert.setLong(3, nation.getRegionKey());
    insert.setString(4, nation.getComment());
  }

  static void set(PreparedStatement insert, Region region) throws SQLException {
    insert.setLong(1, region.getRegionKey());
    insert.setString(2, region.getName());
    insert.setString(3, region.getComment());
  }
}
