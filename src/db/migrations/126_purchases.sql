-- Up Migration

-- What was checked out at once: one payment, one address, one or more orders, each of one part (decision 165). A purchase has the id
-- and the number of its first order, so that payments, emails and the provider's metadata, which name an order, name its purchase.
create table purchases (
  id                 uuid primary key,
  number             bigint not null unique,
  parts_cents        integer not null,  -- the total of its orders
  core_cents         integer not null default 0,  -- deposits for old parts
  delivery_cents     integer not null default 0,
  tax_cents          integer not null default 0,
  tax_contained      boolean not null default true,  -- in the other amounts
  delivery_tax_cents integer not null default 0,  -- the part of tax_cents that is of the delivery
  total_cents        integer not null,
  delivery_method_id uuid,
  delivery_name      text,
  ship_to            jsonb,  -- the address in its parts; null for a plain order, which has a text
  cart_revision      bigint unique,  -- of the cart that it was; null for a plain order
  refunded_cents     integer not null default 0,  -- what the card provider has refunded of its payment
  refunded_at        timestamptz,  -- when that last changed here, and its version
  constraint purchases_total_is_its_sum check (
    total_cents = parts_cents + core_cents + delivery_cents + case when tax_contained then 0 else tax_cents end),
  constraint purchases_total_is_payable check (total_cents between 50 and 99999999),
  constraint purchases_amounts_are_positive check (least(parts_cents, core_cents, delivery_cents, tax_cents, delivery_tax_cents) >= 0),
  constraint purchases_delivery_tax_is_of_tax check (delivery_tax_cents <= tax_cents),
  constraint purchases_refund_at_most_their_total check (refunded_cents between 0 and total_cents),
  constraint purchases_refunded_has_its_time check (refunded_cents = 0 or refunded_at is not null)
);
insert into purchases (id, number, parts_cents, total_cents, refunded_cents, refunded_at)
select id, number, total_cents, total_cents, refunded_cents, refunded_at from orders;

-- Orders only move forward, but these rows do not move.
alter table orders disable trigger user;
alter table orders
  add column purchase_id     uuid,
  add column line            smallint not null default 1,
  add column lines           smallint not null default 1,  -- orders of its purchase
  add column core_unit_cents integer not null default 0,
  add column tax_cents       integer not null default 0,
  add column tax_rate_ppm    integer,
  add column tax_region_id   uuid;
update orders set purchase_id = id;
alter table orders enable trigger user;
alter table orders
  alter column purchase_id set not null,
  add constraint orders_purchase_id_fkey foreign key (purchase_id) references purchases (id),
  add constraint orders_line_is_counted check (line between 1 and lines and lines <= 100),
  add constraint orders_first_names_the_purchase check ((line = 1) = (id = purchase_id)),
  add constraint orders_core_is_a_deposit check (core_unit_cents >= 0),
  add constraint orders_tax_has_its_rate check (tax_cents >= 0 and (tax_rate_ppm is not null or tax_cents = 0)),
  -- A line may cost less than what can be charged: its purchase may not.
  drop constraint orders_total_is_payable,
  add constraint orders_total_is_in_range check (total_cents between 1 and 99999999),
  drop constraint orders_number_key,
  add constraint orders_number_and_line unique (number, line);
create unique index orders_of_purchase on orders (purchase_id, line);
drop index orders_transaction_id_key;
-- One payment pays one purchase.
create unique index orders_transaction_id_key on orders (transaction_id) where transaction_id is not null and line = 1;
drop index orders_unpaid;
create index orders_unpaid on orders (account_id) where paid_at is null and deleted_at is null and line = 1;
