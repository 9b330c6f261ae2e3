-- Up Migration

-- Where parts go, as their fitments say (decision 112): a filter of searches, and words by which they are found. A search for what goes in
-- front finds "front left" too: such a position is also each of its words.
create function position_places(place text) returns text[] language sql immutable strict parallel safe as $$
  select case when place like '% %' then string_to_array(place, ' ') || place else array[place] end
$$;
-- Of many products at once: asked for each alone, a plan made before fitments had statistics would read all of them for each.
create function places_of_products(ids uuid[]) returns table (product_id uuid, places text[]) language sql stable as $$
  select product_id, array_agg(distinct place order by place)
  from fitments, unnest(position_places(position)) place
  where product_id = any (ids) and position is not null
  group by product_id
$$;

alter table product_search add column positions text[] not null default '{}';
alter table product_counts add column positions text[] not null default '{}';
create index product_search_positions on product_search using gin (positions);
drop index product_search_listed;
create index product_search_listed on product_search (product_id)
  include (category, brand, price_cents, price_band, in_stock, created_at, positions);

drop trigger product_search_counts_added on product_search;
drop trigger product_search_counts_changed on product_search;
drop trigger product_search_counts_removed on product_search;
drop function count_products();
drop function add_product_counts(text, text, smallint, boolean, bigint);
drop index product_counts_of_filters;
create index product_counts_of_filters on product_counts (category, brand, price_band, in_stock, positions);

create function add_product_counts(
  category_of text, brand_of text, price_band_of smallint, in_stock_of boolean, positions_of text[], change bigint)
  returns void language plpgsql as $$
declare
  free bigint;
begin
  select id into free from product_counts
  where category = category_of and brand = brand_of and price_band = price_band_of and in_stock = in_stock_of and positions = positions_of
  limit 1 for update skip locked;
  if found then
    update product_counts set products = products + change where id = free;
  else
    insert into product_counts (category, brand, price_band, in_stock, positions, products)
    values (category_of, brand_of, price_band_of, in_stock_of, positions_of, change);
  end if;
end $$;

create function count_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_product_counts(category, brand, price_band, in_stock, positions, count(*))
    from added group by category, brand, price_band, in_stock, positions;
  elsif tg_op = 'DELETE' then
    perform add_product_counts(category, brand, price_band, in_stock, positions, -count(*))
    from removed group by category, brand, price_band, in_stock, positions;
  else
    perform add_product_counts(category, brand, price_band, in_stock, positions, sum(change)) from (
      select category, brand, price_band, in_stock, positions, 1 as change from added
      union all select category, brand, price_band, in_stock, positions, -1 from removed) changes
    group by category, brand, price_band, in_stock, positions having sum(change) <> 0;
  end if;
  return null;
end $$;

create or replace function index_products(ids uuid[]) returns void language plpgsql as $$
begin
  insert into product_search (product_id, words, name, category, brand, price_cents, in_stock, created_at, positions)
  select id,
         setweight(to_tsvector('product_words', separate_words(name)), 'A') ||
         setweight(to_tsvector('product_words', separate_words(brand || ' ' || category || ' ' || part_number)), 'B') ||
         setweight(to_tsvector('product_words', coalesce(array_to_string(places, ' '), '')), 'B') ||
         setweight(to_tsvector('product_words', separate_words(about)), 'D'),
         lower(name), category, brand, price_cents, available >= min_order, created_at, coalesce(places, '{}')
  from products left join places_of_products(ids) stated on stated.product_id = id
  where id = any (ids) and deleted_at is null and not hidden
  on conflict (product_id) do update set
    words = excluded.words, name = excluded.name, category = excluded.category, brand = excluded.brand, price_cents = excluded.price_cents,
    in_stock = excluded.in_stock, created_at = excluded.created_at, positions = excluded.positions;
  delete from product_search using products where product_id = id and id = any (ids) and (deleted_at is not null or hidden);
  delete from part_numbers using products
  where product_id = id and id = any (ids) and kind = 'own' and (deleted_at is not null or number <> part_number);
  insert into part_numbers (product_id, kind, number)
  select id, 'own', part_number from products
  where id = any (ids) and deleted_at is null and normal_part_number(part_number) <> ''
  on conflict do nothing;
  -- In one order, as two imports may add the same words.
  insert into search_words (word)
  select word from words_of_products(array(select id from products where id = any (ids) and not hidden)) word
  order by word on conflict do nothing;
end $$;

-- Fitments change with their product locked, so no two transactions index the same product at once.
create function index_positions(ids uuid[]) returns void language plpgsql as $$
begin
  perform index_products(array(
    select search.product_id from product_search search left join places_of_products(ids) stated using (product_id)
    where search.product_id = any (ids) and positions <> coalesce(places, '{}') order by 1));
end $$;
create function index_added_fitments() returns trigger language plpgsql as $$
begin
  perform index_positions(array(select distinct product_id from added where position is not null));
  return null;
end $$;
create function index_removed_fitments() returns trigger language plpgsql as $$
begin
  perform index_positions(array(select distinct product_id from removed where position is not null));
  return null;
end $$;
create function index_changed_fitments() returns trigger language plpgsql as $$
begin
  perform index_positions(array(
    select product_id from added where position is not null union select product_id from removed where position is not null));
  return null;
end $$;
create trigger fitments_index_added after insert on fitments
  referencing new table as added for each statement execute function index_added_fitments();
create trigger fitments_index_removed after delete on fitments
  referencing old table as removed for each statement execute function index_removed_fitments();
create trigger fitments_index_changed after update on fitments
  referencing new table as added old table as removed for each statement execute function index_changed_fitments();

-- The parts that are there. A part without a position is not written.
select index_positions(array(select distinct product_id from fitments where position is not null));

truncate product_counts;
insert into product_counts (category, brand, price_band, in_stock, positions, products)
select category, brand, price_band, in_stock, positions, count(*) from product_search group by 1, 2, 3, 4, 5;
create trigger product_search_counts_added after insert on product_search
  referencing new table as added for each statement execute function count_products();
create trigger product_search_counts_changed after update on product_search
  referencing new table as added old table as removed for each statement execute function count_products();
create trigger product_search_counts_removed after delete on product_search
  referencing old table as removed for each statement execute function count_products();

-- What one piece of an ordered part is, as its customer saw it: "2 sets of 4" (decision 113). Orders of before count what their parts are
-- sold by now: the unit is younger than most of them, and the part has said so since.
alter table orders add column unit text not null default 'piece',
  add constraint orders_unit_is_short check (length(unit) between 1 and 30 and unit = btrim(unit)) not valid;
alter table orders disable trigger user;
update orders set unit = products.unit from products where products.id = product_id and products.unit <> 'piece';
alter table orders enable trigger user;
-- I14: what one piece was never changes either.
create or replace function orders_only_move_forward() returns trigger language plpgsql as $$
begin
  if (old.paid_at is not null and (new.paid_at, new.transaction_id) is distinct from (old.paid_at, old.transaction_id))
     or (old.shipped_at is not null and new.shipped_at is distinct from old.shipped_at)
     or (old.deleted_at is not null and new is distinct from old)
     or (new.product_id, new.account_id, new.picture, new.product_name, new.unit_price_cents, new.quantity, new.customer_name,
         new.customer_email, new.customer_phone, new.customer_address, new.placed_at, new.vehicle, new.fit_verdict, new.fit_reason,
         new.number, new.unit)
        is distinct from
        (old.product_id, old.account_id, old.picture, old.product_name, old.unit_price_cents, old.quantity, old.customer_name,
         old.customer_email, old.customer_phone, old.customer_address, old.placed_at, old.vehicle, old.fit_verdict, old.fit_reason,
         old.number, old.unit) then
    raise exception 'an order only moves forward' using errcode = 'check_violation', constraint = 'orders_only_move_forward';
  end if;
  return new;
end $$;

-- How often the step of an import that runs was begun: one whose process died each time is given up.
alter table imports add column attempts smallint not null default 0;
