-- Up Migration

-- How parts are delivered (decision 165). While delivery_settings has no row, the owner has entered nothing, and the store delivers as
-- src/domain/delivery/first-delivery.ts says.
create table delivery_settings (
  is_only    boolean primary key default true,
  revision   integer not null,
  changed_by text references accounts (id),
  changed_at timestamptz not null default clock_timestamp(),
  constraint delivery_settings_is_one_row check (is_only),
  constraint delivery_settings_revision_is_counted check (revision >= 1)
);

create table delivery_methods (
  id                uuid primary key,
  name              text not null,
  days_min          integer not null,
  days_max          integer not null,
  carries_oversize  boolean not null,
  carries_dangerous boolean not null,
  to_po_box         boolean not null,
  active            boolean not null,
  position          integer not null,
  constraint delivery_methods_name_is_short check (char_length(name) between 1 and 60),
  constraint delivery_methods_days_are_ordered check (0 <= days_min and days_min <= days_max and days_max <= 365)
);

create table delivery_zones (
  id       uuid primary key,
  name     text not null,
  position integer not null,
  constraint delivery_zones_name_is_short check (char_length(name) between 1 and 60)
);

-- The most specific area of an address decides its zone, so that no two may be equal.
create table delivery_areas (
  zone_id       uuid not null references delivery_zones (id) on delete cascade,
  country       text not null,
  region        text,
  postal_prefix text,
  constraint delivery_areas_are_different unique nulls not distinct (country, region, postal_prefix),
  constraint delivery_areas_country_is_a_code check (country ~ '^[A-Z]{2}$'),
  constraint delivery_areas_region_is_short check (char_length(region) between 1 and 40),
  constraint delivery_areas_postal_prefix_is_normal check (postal_prefix ~ '^[A-Z0-9]{1,12}$')
);
create index delivery_areas_of_zone on delivery_areas (zone_id);

-- The first step that holds the weight is the price. Without a step the method does not go to the zone.
create table delivery_prices (
  method_id   uuid not null references delivery_methods (id) on delete cascade,
  zone_id     uuid not null references delivery_zones (id) on delete cascade,
  up_to_grams integer not null,
  cents       integer not null,
  primary key (method_id, zone_id, up_to_grams),
  constraint delivery_prices_weigh_something check (up_to_grams >= 1),
  constraint delivery_prices_are_not_negative check (cents between 0 and 99999999)
);

create table delivery_terms (
  method_id       uuid not null references delivery_methods (id) on delete cascade,
  zone_id         uuid not null references delivery_zones (id) on delete cascade,
  free_from_cents integer,
  oversize_cents  integer not null default 0,
  primary key (method_id, zone_id),
  constraint delivery_terms_free_from_is_not_negative check (free_from_cents between 0 and 99999999),
  constraint delivery_terms_oversize_is_not_negative check (oversize_cents between 0 and 99999999)
);

-- The addresses of a customer, each in a place of its own. Their rules may be stricter later: addresses are checked when they are shown.
create table addresses (
  id         uuid primary key default gen_random_uuid(),
  account_id text not null references accounts (id),
  place      integer not null,
  name       text not null,
  company    text not null default '',
  line1      text not null,
  line2      text not null default '',
  city       text not null,
  region     text not null default '',
  postal     text not null,
  country    text not null,
  phone      text not null,
  is_default boolean not null,
  constraint addresses_place_check check (place between 1 and 20),
  constraint addresses_account_id_place_key unique (account_id, place),
  constraint addresses_fit_on_a_label
    check (char_length(name || company || line1 || line2 || city || region || postal || country) <= 450)
);
create unique index addresses_default on addresses (account_id) where is_default;
