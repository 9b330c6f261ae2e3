-- Up Migration

-- A part's changes of stock, for admins. Without those that orders hold, so that an order writes nothing of it (decision 060): these are
-- found by their orders.
create index stock_movements_of_product on stock_movements (product_id, id) where kind <> 'held';
