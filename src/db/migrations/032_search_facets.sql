-- Up Migration

-- The price bands that visitors choose from: the same as PRICE_BANDS in domain/search/product-filters.ts, in cents.
create function price_band(cents integer) returns smallint language sql immutable strict parallel safe as $$
  select width_bucket(cents, array[2500, 5000, 10000, 25000, 50000])::smallint
$$;
alter table product_search add column price_band smallint not null generated always as (price_band(price_cents)) stored;
drop index product_search_newest;
create index product_search_newest on product_search (created_at desc, product_id desc) include (category, brand, price_band, in_stock);
drop index product_search_by_price;
create index product_search_by_price on product_search (price_cents, product_id) include (category, brand, in_stock);
drop index product_search_by_name;
create index product_search_by_name on product_search (name, product_id) include (category, brand, price_band, in_stock);

-- Counts for every combination of filters.
alter table product_counts add column price_band smallint not null default 0, add column in_stock boolean not null default true;
alter table product_counts alter column price_band drop default, alter column in_stock drop default;
drop index product_counts_of_pair;
create index product_counts_of_filters on product_counts (category, brand, price_band, in_stock);

drop trigger product_search_counts_added on product_search;
drop trigger product_search_counts_changed on product_search;
drop trigger product_search_counts_removed on product_search;
drop function count_products();
drop function add_product_counts(text, text, bigint);

create function add_product_counts(category_of text, brand_of text, price_band_of smallint, in_stock_of boolean, change bigint)
  returns void language plpgsql as $$
declare
  free bigint;
begin
  select id into free from product_counts
  where category = category_of and brand = brand_of and price_band = price_band_of and in_stock = in_stock_of
  limit 1 for update skip locked;
  if found then
    update product_counts set products = products + change where id = free;
  else
    insert into product_counts (category, brand, price_band, in_stock, products)
    values (category_of, brand_of, price_band_of, in_stock_of, change);
  end if;
end $$;

create function count_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_product_counts(category, brand, price_band, in_stock, count(*)) from added group by category, brand, price_band, in_stock;
  elsif tg_op = 'DELETE' then
    perform add_product_counts(category, brand, price_band, in_stock, -count(*)) from removed group by category, brand, price_band, in_stock;
  else
    perform add_product_counts(category, brand, price_band, in_stock, sum(change)) from (
      select category, brand, price_band, in_stock, 1 as change from added
      union all select category, brand, price_band, in_stock, -1 from removed) changes
    group by category, brand, price_band, in_stock having sum(change) <> 0;
  end if;
  return null;
end $$;
create trigger product_search_counts_added after insert on product_search
  referencing new table as added for each statement execute function count_products();
create trigger product_search_counts_changed after update on product_search
  referencing new table as added old table as removed for each statement execute function count_products();
create trigger product_search_counts_removed after delete on product_search
  referencing old table as removed for each statement execute function count_products();

truncate product_counts;
insert into product_counts (category, brand, price_band, in_stock, products)
select category, brand, price_band, in_stock, count(*) from product_search group by 1, 2, 3, 4;
