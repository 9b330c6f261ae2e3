-- Up Migration

-- What suggestions compare the names of categories and brands by; before, each suggestion read the words out of all of them again.
alter table listing_slugs add column words tsvector not null
  generated always as (to_tsvector('product_words'::regconfig, separate_words(name))) stored;

-- The parts of a vehicle are read from the index alone, and so is what a list of them is counted and sorted by. Of 20 million fitments a popular
-- model has hundreds of thousands, on as many pages. What parts fit cannot be changed while this is built, a minute for so many; they are shown.
drop index fitments_by_vehicle;
create index fitments_by_vehicle on fitments (make, model, year_from, year_to) include (product_id, displacement_l, cylinders);
create index product_search_listed on product_search (product_id) include (category, brand, price_cents, price_band, in_stock, created_at);
