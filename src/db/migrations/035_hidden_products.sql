-- Up Migration

-- A part that only admins see: not published yet, or taken out of the store for a while (decision 082). Stores of the version before do
-- not know the column: while both run, they go on showing a part that is hidden by the newer one.
alter table products add column hidden boolean not null default false;

-- The admins' list of hidden parts, newest first.
create index products_hidden on products (created_at desc, id desc) where hidden and deleted_at is null;

-- On sale is now: neither deleted nor hidden. A hidden part keeps its own number, by which an import finds it; searches skip it.
create or replace function index_products(ids uuid[]) returns void language plpgsql as $$
begin
  insert into product_search (product_id, words, name, category, brand, price_cents, in_stock, created_at)
  select id,
         setweight(to_tsvector('product_words', separate_words(name)), 'A') ||
         setweight(to_tsvector('product_words', separate_words(brand || ' ' || category || ' ' || part_number)), 'B') ||
         setweight(to_tsvector('product_words', separate_words(about)), 'D'),
         lower(name), category, brand, price_cents, available >= min_order, created_at
  from products where id = any (ids) and deleted_at is null and not hidden
  on conflict (product_id) do update set
    words = excluded.words, name = excluded.name, category = excluded.category, brand = excluded.brand,
    price_cents = excluded.price_cents, in_stock = excluded.in_stock, created_at = excluded.created_at;
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

drop trigger products_index_changed on products;
create trigger products_index_changed
  after update of name, about, brand, category, part_number, price_cents, created_at, deleted_at, hidden on products
  for each row when ((old.name, old.about, old.brand, old.category, old.part_number, old.price_cents, old.created_at, old.deleted_at, old.hidden)
                     is distinct from
                     (new.name, new.about, new.brand, new.category, new.part_number, new.price_cents, new.created_at, new.deleted_at, new.hidden))
  execute function index_changed_product();

drop trigger products_announce on products;
create trigger products_announce after insert or delete
    or update of picture, name, about, brand, category, part_number, price_cents, min_order, deleted_at, hidden
  on products for each statement execute function announce_change('products');

drop trigger products_set_slug on products;
create trigger products_set_slug before insert
    or update of picture, name, about, brand, category, part_number, price_cents, min_order, deleted_at, hidden
  on products for each row execute function set_product_slug();
