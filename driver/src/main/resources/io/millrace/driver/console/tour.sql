-- A tour of Millrace: tables, a view that is kept up to date commit by commit, and what refuses.
CREATE TABLE customers (
  id INTEGER PRIMARY KEY,
  name VARCHAR(40) NOT NULL,
  country VARCHAR(2) NOT NULL
);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL,
  amount DECIMAL(10, 2) NOT NULL,
  pieces INTEGER NOT NULL
);
INSERT INTO customers VALUES (1, 'Ada', 'GB'), (2, 'Blaise', 'FR'), (3, 'Carl', 'DE');
INSERT INTO orders VALUES (100, 1, 30.00, 3), (101, 1, 12.50, 1), (102, 2, 99.90, 9);

-- The view joins, groups and sums. It is computed once, here.
CREATE INCREMENTAL MATERIALIZED VIEW customer_totals AS
SELECT c.id, c.name, COUNT(*) AS orders, SUM(o.amount) AS total,
       SUM(o.amount / o.pieces) AS prices
FROM customers c JOIN orders o ON o.customer_id = c.id
GROUP BY c.id, c.name;
SELECT * FROM customer_totals ORDER BY id;

-- From now on every commit brings its change to the view, and reads find it there.
INSERT INTO orders VALUES (103, 3, 45.00, 5), (104, 2, 0.10, 1);
SELECT * FROM customer_totals ORDER BY id;

-- An update takes the old row out and puts the new one in: a key change moves it between groups.
UPDATE orders SET customer_id = 3 WHERE id = 102;
SELECT * FROM customer_totals ORDER BY id;

-- The last order of a customer takes the group with it.
DELETE FROM orders WHERE customer_id = 2;
SELECT * FROM customer_totals ORDER BY id;

-- A transaction sees its own changes in the view, and nobody else does; after a rollback nobody did.
BEGIN;
INSERT INTO orders VALUES (105, 1, 1000.00, 10);
UPDATE customers SET name = 'Ada L.' WHERE id = 1;
SELECT * FROM customer_totals ORDER BY id;
ROLLBACK;
SELECT * FROM customer_totals ORDER BY id;

-- A duplicate key is refused, and the whole statement with it.
-- expect error
INSERT INTO orders VALUES (106, 1, 5.00, 1), (100, 1, 7.00, 1);

-- The view divides by pieces. A commit that it cannot follow is refused, and the error names it.
-- expect error
INSERT INTO orders VALUES (107, 1, 5.00, 0);
SELECT COUNT(*) AS orders FROM orders;

-- The circuit that every commit's changes go through, and the plan of a query.
EXPLAIN CIRCUIT customer_totals;
EXPLAIN SELECT name, total FROM customer_totals WHERE total > 100;
