-- Up Migration

-- The parts of a vehicle are looked up with their category, which fitments have: those of one category are on neighboring pages of the index,
-- and in memory after the first search for any vehicle (decision 121).
drop index product_search_listed;
create index product_search_of_category on product_search (category, product_id)
  include (brand, price_cents, price_band, in_stock, created_at, positions);
