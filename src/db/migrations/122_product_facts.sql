-- Up Migration

-- What delivery, tax and returns need to know of a part. Weight is per unit of sale, packed; null: not known.
alter table products
  add column weight_grams integer,
  add column oversize boolean not null default false,
  add column dangerous boolean not null default false,
  add column core_cents integer not null default 0,
  add column taxed boolean not null default true,
  add column returnable boolean not null default true,
  add column bin text not null default '',
  add constraint products_weight_is_possible check (weight_grams between 1 and 1000000) not valid,
  add constraint products_core_deposit_is_possible check (core_cents between 0 and 9999999) not valid,
  add constraint products_bin_is_short check (length(bin) <= 30 and bin = btrim(bin)) not valid;
alter table products validate constraint products_weight_is_possible;
alter table products validate constraint products_core_deposit_is_possible;
alter table products validate constraint products_bin_is_short;
