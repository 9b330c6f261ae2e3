-- Up Migration

-- The cars that customers keep in their accounts (decision 085). The place bounds how many: the application takes the first free one.
create table garage_vehicles (
  id         uuid primary key default gen_random_uuid(),
  account_id text not null references accounts (id) on delete cascade,
  place      smallint not null check (place between 1 and 10),
  make       text not null,
  model      text not null,
  year       smallint not null,
  engine     text,                            -- the finder's key, such as 1.8-4; null: not known
  chosen     boolean not null default false,
  unique (account_id, place),
  unique (account_id, make, model, year)
);
create unique index garage_vehicles_chosen on garage_vehicles (account_id) where chosen;
