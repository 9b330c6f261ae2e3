-- Up Migration

-- What the store knows of cars: for the vehicle finder.
create table vehicles (
  id             integer generated always as identity primary key,
  year           smallint not null,
  make           text not null,
  model          text not null,
  displacement_l numeric(3,1),  -- litres; null where unknown (electric, rotary)
  cylinders      smallint,
  fuel           text not null,
  drive          text not null,
  variant        text,
  source         text not null default 'shop',
  constraint vehicles_source_known check (source in ('epa', 'vpic', 'shop'))
);
create index vehicles_by_choice on vehicles (make, year, model);
create unique index vehicles_once on vehicles (make, model, year, variant, displacement_l, cylinders) nulls not distinct;
create index vehicles_of_year on vehicles (year, lower(make));

create table fitments (
  id             integer generated always as identity primary key,
  product_id     uuid not null references products (id) on delete cascade,
  make           text not null,
  model          text not null,
  variant        text,
  year_from      smallint not null,
  year_to        smallint not null,
  displacement_l numeric(3,1),  -- null: every engine
  cylinders      smallint,
  quantity       smallint,  -- units per vehicle
  position       text,
  drive          text,
  body           text,  -- "Coupe"
  built_from     date,
  built_to       date,
  option         text,  -- "with sport suspension"
  note           text,
  source         text not null default 'shop',
  category       text,
  constraint fitments_built_in_order check (built_from <= built_to),
  constraint fitments_drive_is_known check (drive in ('FWD', 'RWD', 'AWD', '4WD')),
  constraint fitments_position_is_known check (position in (
    'front', 'rear', 'left', 'right', 'front left', 'front right', 'rear left', 'rear right', 'upper', 'lower',
    'front upper', 'front lower', 'rear upper', 'rear lower', 'inner', 'outer')),
  constraint fitments_quantity_is_sensible check (quantity between 1 and 99),
  constraint fitments_source_is_known check (source in ('shop', 'aces')),
  constraint fitments_texts_are_short check (
    length(body) between 1 and 60 and length(option) between 1 and 120 and length(note) between 1 and 500),
  constraint fitments_years_in_order check (year_from <= year_to)
);
create index fitments_of_product on fitments (product_id);
create index fitments_by_vehicle on fitments (make, model, year_from, year_to)
  include (product_id, displacement_l, cylinders, category);

-- The vehicles of customers' garages (decision 085). The place bounds how many: the store uses the first free one.
create table garage_vehicles (
  id         uuid primary key default gen_random_uuid(),
  account_id text not null references accounts (id) on delete cascade,
  place      smallint not null,
  make       text not null,
  model      text not null,
  year       smallint not null,
  engine     text,  -- the finder's key, such as 1.8-4; null: not known
  chosen     boolean not null default false,
  constraint garage_vehicles_account_id_place_key unique (account_id, place),
  constraint garage_vehicles_account_id_make_model_year_key unique (account_id, make, model, year),
  constraint garage_vehicles_place_check check (place between 1 and 10)
);
create unique index garage_vehicles_chosen on garage_vehicles (account_id) where chosen;
