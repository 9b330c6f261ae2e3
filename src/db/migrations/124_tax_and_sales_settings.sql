-- Up Migration

-- For the equal signs in the exclusion below.
create extension if not exists btree_gist;

-- In the order of characters that the store compares by, too: 60601 to 60605, or K1A to K2Z.
create type postal_range as range (subtype = text, collation = "C");

-- Where tax is collected, and at which rate. Postal codes may be beginnings of codes: 606 to 608 has 60602 and 60899, since "~" comes after
-- all digits and letters. A new store has none: no rate ships as truth.
create table tax_regions (
  id                uuid primary key default gen_random_uuid(),
  country           text not null,
  region            text,
  postal_from       text,
  postal_to         text,
  name              text not null,
  rate_ppm          integer not null,  -- parts per million: 6.25 % is 62500
  delivery_taxed    boolean not null,
  core_taxed        boolean not null,
  core_tax_refunded boolean not null,
  valid_from        date not null,
  valid_to          date,
  entered_by        text not null references accounts (id),
  entered_at        timestamptz not null default clock_timestamp(),
  constraint tax_regions_country_is_a_code check (country ~ '^[A-Z]{2}$'),
  constraint tax_regions_region_is_a_code check (region ~ '^[A-Z0-9]{1,3}$'),
  constraint tax_regions_postal_codes_are_normal check (postal_from ~ '^[A-Z0-9]{1,20}$' and postal_to ~ '^[A-Z0-9]{1,20}$'),
  constraint tax_regions_postal_codes_are_two check ((postal_from is null) = (postal_to is null)),
  constraint tax_regions_postal_codes_in_order check (postal_from <= postal_to collate "C"),
  constraint tax_regions_name_is_short check (char_length(name) between 1 and 60),
  constraint tax_regions_rate_is_sensible check (rate_ppm between 0 and 300000),
  constraint tax_regions_days_in_order check (valid_from <= valid_to),
  constraint tax_regions_one_of_an_area_on_a_day exclude using gist (
    country with =,
    (coalesce(region, '')) with =,
    postal_range(coalesce(postal_from, ''), coalesce(postal_to || '~', ''), '[]') with &&,
    daterange(valid_from, valid_to, '[]') with &&)
);

-- The rules of selling, once an admin has changed them; the revision counts the changes. The time zone and the days of returns are in
-- store_settings and the store's files, where customers read them.
create table sales_settings (
  is_only            boolean primary key default true,
  revision           integer not null,
  prices_include_tax boolean not null,
  plain_orders       text not null,
  origin             jsonb not null,
  countries          text[] not null,
  core_days          integer not null,
  default_grams      integer not null,
  tax_number         text not null,
  changed_by         text not null references accounts (id),
  changed_at         timestamptz not null default clock_timestamp(),
  constraint sales_settings_is_one_row check (is_only),
  constraint sales_settings_revision_is_counted check (revision >= 1),
  constraint sales_settings_plain_orders_is_known check (plain_orders in ('all_in', 'closed')),
  constraint sales_settings_origin_is_an_object check (jsonb_typeof(origin) = 'object'),
  constraint sales_settings_countries_are_some check (cardinality(countries) between 1 and 250),
  constraint sales_settings_core_days_are_sensible check (core_days between 1 and 3650),
  constraint sales_settings_default_grams_are_sensible check (default_grams between 1 and 1000000),
  constraint sales_settings_tax_number_is_short check (char_length(tax_number) <= 60)
);
