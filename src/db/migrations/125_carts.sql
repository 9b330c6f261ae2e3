-- Up Migration

-- One cart of each customer, on every device. A cart exists only with a line. Revisions are of one sequence: one of an emptied cart does
-- not come back, so that a page or a checkout that knows it is refused.
create sequence cart_revisions;
create table carts (
  account_id text primary key references accounts (id) on delete cascade,
  revision   bigint not null default nextval('cart_revisions'),
  cars       jsonb not null default '[]',
  changed_at timestamptz not null default now(),
  constraint carts_cars_are_few check (jsonb_typeof(cars) = 'array' and jsonb_array_length(cars) <= 5)
);
create index carts_changed_at on carts (changed_at);

-- seen_cents: the price when the quantity was last chosen.
create table cart_lines (
  account_id text not null references carts (account_id) on delete cascade,
  product_id uuid not null references products (id),
  quantity   integer not null,
  seen_cents integer not null,
  added_at   timestamptz not null default clock_timestamp(),
  primary key (account_id, product_id),
  constraint cart_lines_quantity_is_possible check (quantity between 1 and 1000000),
  constraint cart_lines_seen_cents_is_a_price check (seen_cents > 0)
);
