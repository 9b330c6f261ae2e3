-- Up Migration

-- Numbers by which a product is searched: its own, the car maker's (OE), another brand's, and those it replaces.
create table part_numbers (
  product_id uuid not null references products (id) on delete cascade,
  kind       text not null,
  number     text not null,  -- as it is printed
  normalized text not null generated always as (normal_part_number(number)) stored,
  primary key (product_id, kind, number),
  constraint part_numbers_kind_check check (kind in ('own', 'OE', 'competitor', 'superseded'))
);
create index part_numbers_exact on part_numbers (normalized text_pattern_ops);
create index part_numbers_infix on part_numbers using gin (normalized gin_trgm_ops);

-- One row per product on sale: what a search matches, filters and sorts by. Separate from products, so that an order writes none
-- of it.
create table product_search (
  product_id  uuid primary key references products (id) on delete cascade,
  words       tsvector not null,
  name        text not null,  -- lower case
  category    text not null,
  brand       text not null,
  price_cents integer not null,
  in_stock    boolean not null,  -- the minimum order is available
  created_at  timestamptz not null,
  price_band  smallint not null generated always as (price_band(price_cents)) stored,
  positions   text[] not null default '{}'
);
create index product_search_words on product_search using gin (words);
create index product_search_categories on product_search (category, brand);
create index product_search_brands on product_search (brand);
create index product_search_newest on product_search (created_at desc, product_id desc)
  include (category, brand, price_band, in_stock);
create index product_search_by_price on product_search (price_cents, product_id) include (category, brand, in_stock);
create index product_search_by_name on product_search (name, product_id) include (category, brand, price_band, in_stock);
create index product_search_positions on product_search using gin (positions);
create index product_search_of_category on product_search (category, product_id)
  include (brand, price_cents, price_band, in_stock, created_at, positions);

-- How many products are on sale per category and brand: the sum of all rows of a pair, so that no change waits for another.
create table product_counts (
  id         bigint generated always as identity primary key,
  category   text not null,
  brand      text not null,
  products   integer not null,
  price_band smallint not null,
  in_stock   boolean not null,
  positions  text[] not null default '{}'
);
create index product_counts_of_filters on product_counts (category, brand, price_band, in_stock, positions);

-- Every word of a name, brand or category, for what is mistyped or half typed. Words that no product has any more stay.
create table search_words (
  word text primary key
);
create index search_words_prefix on search_words (word text_pattern_ops);
create index search_words_similar on search_words using gin (word gin_trgm_ops);

-- Phrases that mean the same part, such as those of the trade (server/seed/synonyms). Lower case, words apart by one space.
create table search_synonyms (
  id      integer generated always as identity primary key,
  phrases text[] not null,
  keys    text[] not null generated always as (phrase_keys(phrases)) stored,
  constraint search_synonyms_are_normalized check (coalesce(are_synonyms(phrases), false))
);
create index search_synonyms_by_key on search_synonyms using gin (keys);

-- Searches that found nothing, per day of UTC: normalized words only, nothing of who searched.
create table missed_searches (
  day      date not null,
  words    text not null,
  searches integer not null,
  primary key (day, words),
  constraint missed_searches_words_check check (length(words) between 1 and 100),
  constraint missed_searches_searches_check check (searches > 0)
);
create index missed_searches_by_words on missed_searches (words);

-- Words that admins took off the list.
create table ignored_searches (
  words text primary key,
  constraint ignored_searches_words_check check (length(words) between 1 and 100)
);
