-- Up Migration

-- Nothing asks for all orders or movements of one part: keeping these in step was a tenth of an order's work. Products are never
-- removed from their table, so that the foreign keys need no index either.
drop index orders_of_product;
drop index stock_movements_of_product;

-- Orders begin without a transaction; only those that have one need to differ.
alter table orders drop constraint orders_transaction_id_key;
create unique index orders_transaction_id_key on orders (transaction_id) where transaction_id is not null;
