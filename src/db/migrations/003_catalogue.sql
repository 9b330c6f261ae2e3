-- Up Migration

-- English words, compared without accents.
create text search configuration product_words (copy = pg_catalog.english);
alter text search configuration product_words alter mapping for hword, hword_part, word with unaccent, pg_catalog.english_stem;

create table images (
  key         text primary key,  -- hash of the encoded picture; part of its immutable URL
  width       integer not null,  -- px
  height      integer not null,  -- px
  uploaded_by text references accounts (id),
  created_at  timestamptz not null default now(),
  place       text not null default 'disk',
  moved_to    text,
  constraint images_place_is_known check (place in ('disk', 's3', 'host')),
  constraint images_moved_elsewhere check (moved_to <> key and moved_to <> '/images/' || key || '.webp')
);

-- Uploads to a bucket that have begun. One that ended halfway leaves its row, by which a job deletes the files.
create table picture_uploads (
  key        text primary key,
  started_at timestamptz not null default clock_timestamp()
);

create table products (
  id               uuid primary key default gen_random_uuid(),
  picture          text not null,
  name             text not null,
  about            text not null,
  brand            text not null default '',
  category         text not null default '',
  part_number      text not null default '',
  price_cents      integer not null,
  available        integer not null,
  min_order        integer not null,
  created_at       timestamptz not null default clock_timestamp(),
  deleted_at       timestamptz,
  slug             text not null default '',
  changed_at       timestamptz not null default now(),
  hidden           boolean not null default false,
  list_price_cents integer,
  unit             text not null default 'piece',
  constraint products_words_are_given check (btrim(name) <> '' and btrim(about) <> '' and picture <> ''),
  constraint products_price_is_positive check (price_cents between 1 and 99999999),
  constraint products_min_order_is_positive check (min_order between 1 and 1000000),
  constraint products_list_price_is_above_price check (list_price_cents > price_cents),
  constraint products_unit_is_short check (length(unit) between 1 and 30 and unit = btrim(unit)),
  constraint products_available_is_not_negative check (available >= 0)  -- I7
);
create index products_newest on products (created_at desc, id desc) include (category, brand) where deleted_at is null;
-- The admins' list of one brand or category, newest first.
create index products_of_brand on products (brand, created_at desc, id desc) where deleted_at is null;
create index products_of_category on products (category, created_at desc, id desc) where deleted_at is null;
-- The admins' list of hidden parts, newest first.
create index products_hidden on products (created_at desc, id desc) where hidden and deleted_at is null;

-- Every slug that a part has or had: an old one redirects. The reference is checked at the commit, as a slug is claimed before
-- its part is stored.
create table product_slugs (
  slug       text primary key,
  product_id uuid not null references products (id) on delete cascade deferrable initially deferred,
  constraint product_slugs_are_plain check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 190)
);
create index product_slugs_of_product on product_slugs (product_id);

-- Every category and brand that a part on sale has or had; product_counts says how many parts it has now.
create table listing_slugs (
  kind  text not null,
  slug  text not null,
  name  text not null,
  words tsvector not null generated always as (to_tsvector('product_words', separate_words(name))) stored,
  primary key (kind, slug, name),
  constraint listing_slugs_kind_check check (kind in ('category', 'brand'))
);
