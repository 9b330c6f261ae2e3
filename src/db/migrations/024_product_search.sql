-- Up Migration

-- Product search (decision 073). All of it is derived from products: triggers keep it, rebuild_product_search() makes it again.
create extension if not exists unaccent;
create extension if not exists fuzzystrmatch;

-- English stems, with or without accents.
create text search configuration product_words (copy = pg_catalog.english);
alter text search configuration product_words alter mapping for hword, hword_part, word with unaccent, pg_catalog.english_stem;

-- What to_tsvector reads of a text: "A/C" and "5W-30" as two words, as a search has them.
create function separate_words(text) returns text language sql immutable strict parallel safe as $$
  select translate($1, '/-_', '   ')
$$;

-- A part number as it is compared: upper case, letters and digits only, O as 0. The same rule as domain/search/part-number.ts.
create function normal_part_number(number text) returns text language sql immutable strict parallel safe as $$
  select translate(upper(regexp_replace(number collate "C", '[^0-9A-Za-z]', '', 'g')), 'O', '0')
$$;

-- Numbers that a product is asked for by: its own, the car maker's (OE), another brand's, and those it replaces.
create table part_numbers (
  product_id uuid not null references products (id) on delete cascade,
  kind       text not null check (kind in ('own', 'OE', 'competitor', 'superseded')),
  number     text not null,                   -- as it is printed
  normalized text not null generated always as (normal_part_number(number)) stored,
  primary key (product_id, kind, number)
);
create index part_numbers_exact on part_numbers (normalized text_pattern_ops);
create index part_numbers_infix on part_numbers using gin (normalized gin_trgm_ops);

-- One row per product on sale: what a search matches, filters and sorts by. Apart from products, so that an order writes none of it.
create table product_search (
  product_id  uuid primary key references products (id) on delete cascade,
  words       tsvector not null,
  name        text not null,                  -- lower case
  category    text not null,
  brand       text not null,
  price_cents integer not null,
  in_stock    boolean not null,               -- the minimum order is available
  created_at  timestamptz not null
);
create index product_search_words on product_search using gin (words);
create index product_search_categories on product_search (category, brand);
create index product_search_brands on product_search (brand);
create index product_search_newest on product_search (created_at desc, product_id desc) include (category, brand);
create index product_search_by_price on product_search (price_cents, product_id) include (category, brand);
create index product_search_by_name on product_search (name, product_id) include (category, brand);
drop index products_text;
drop index products_categories;
drop index products_by_price;
drop index products_by_name;

-- How many products are on sale per category and brand: the sum of all rows of a pair, so that no change waits for another.
create table product_counts (
  id       bigint generated always as identity primary key,
  category text not null,
  brand    text not null,
  products integer not null
);
create index product_counts_of_pair on product_counts (category, brand);

create function add_product_counts(category_of text, brand_of text, change bigint) returns void language plpgsql as $$
declare
  free bigint;
begin
  select id into free from product_counts
  where category = category_of and brand = brand_of limit 1 for update skip locked;
  if found then
    update product_counts set products = products + change where id = free;
  else
    insert into product_counts (category, brand, products) values (category_of, brand_of, change);
  end if;
end $$;

create function count_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_product_counts(category, brand, count(*)) from added group by category, brand;
  elsif tg_op = 'DELETE' then
    perform add_product_counts(category, brand, -count(*)) from removed group by category, brand;
  else
    perform add_product_counts(category, brand, sum(change)) from (
      select category, brand, 1 as change from added union all select category, brand, -1 from removed) changes
    group by category, brand having sum(change) <> 0;
  end if;
  return null;
end $$;
create trigger product_search_counts_added after insert on product_search
  referencing new table as added for each statement execute function count_products();
create trigger product_search_counts_changed after update on product_search
  referencing new table as added old table as removed for each statement execute function count_products();
create trigger product_search_counts_removed after delete on product_search
  referencing old table as removed for each statement execute function count_products();

-- Every word of a name, brand or category, for what is mistyped or half typed. Words that no product has any more stay.
create table search_words (
  word text primary key
);
create index search_words_prefix on search_words (word text_pattern_ops);
create index search_words_similar on search_words using gin (word gin_trgm_ops);

-- The most similar word with at most so many letters added, left out or changed; null for none. Two letters that changed places leave little
-- of a short word's trigrams, hence the low threshold.
create function nearest_search_word(typed text, mistakes integer) returns text language sql stable
  set pg_trgm.similarity_threshold = 0.15 as $$
  select word from search_words
  where word % typed and levenshtein_less_equal(word, typed, mistakes) <= mistakes
  order by levenshtein(word, typed), similarity(word, typed) desc, word limit 1
$$;

-- The words of these products, lower case and without accents.
create function words_of_products(ids uuid[]) returns setof text language sql stable as $$
  select distinct word from products,
    regexp_split_to_table(lower(unaccent(name || ' ' || brand || ' ' || category)), '[^[:alnum:]]+') word
  where id = any (ids) and word ~ '^[a-z]{2,40}$'
$$;

create function index_products(ids uuid[]) returns void language plpgsql as $$
begin
  insert into product_search (product_id, words, name, category, brand, price_cents, in_stock, created_at)
  select id,
         setweight(to_tsvector('product_words', separate_words(name)), 'A') ||
         setweight(to_tsvector('product_words', separate_words(brand || ' ' || category || ' ' || part_number)), 'B') ||
         setweight(to_tsvector('product_words', separate_words(about)), 'D'),
         lower(name), category, brand, price_cents, available >= min_order, created_at
  from products where id = any (ids) and deleted_at is null
  on conflict (product_id) do update set
    words = excluded.words, name = excluded.name, category = excluded.category, brand = excluded.brand,
    price_cents = excluded.price_cents, in_stock = excluded.in_stock, created_at = excluded.created_at;
  delete from product_search using products where product_id = id and id = any (ids) and deleted_at is not null;
  delete from part_numbers using products
  where product_id = id and id = any (ids) and kind = 'own' and (deleted_at is not null or number <> part_number);
  insert into part_numbers (product_id, kind, number)
  select id, 'own', part_number from products
  where id = any (ids) and deleted_at is null and normal_part_number(part_number) <> ''
  on conflict do nothing;
  -- In one order, as two imports may add the same words.
  insert into search_words (word)
  select word from words_of_products(ids) word order by word on conflict do nothing;
end $$;

create function index_added_products() returns trigger language plpgsql as $$
begin
  perform index_products(array(select id from added));
  return null;
end $$;
create trigger products_index_added after insert on products
  referencing new table as added for each statement execute function index_added_products();

create function index_changed_product() returns trigger language plpgsql as $$
begin
  perform index_products(array[new.id]);
  return null;
end $$;
create trigger products_index_changed after update of name, about, brand, category, part_number, price_cents, created_at, deleted_at on products
  for each row when ((old.name, old.about, old.brand, old.category, old.part_number, old.price_cents, old.created_at, old.deleted_at)
                     is distinct from
                     (new.name, new.about, new.brand, new.category, new.part_number, new.price_cents, new.created_at, new.deleted_at))
  execute function index_changed_product();

create function index_stock() returns trigger language plpgsql as $$
begin
  update product_search set in_stock = new.available >= new.min_order where product_id = new.id;
  return null;
end $$;
create trigger products_index_stock after update of available, min_order on products
  for each row when ((old.available >= old.min_order) <> (new.available >= new.min_order))
  execute function index_stock();

create function rebuild_product_search() returns void language plpgsql as $$
begin
  truncate product_search, product_counts, search_words;
  delete from part_numbers where kind = 'own';
  perform index_products(array(select id from products));
end $$;
select rebuild_product_search();
