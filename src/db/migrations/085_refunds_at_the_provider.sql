-- Up Migration

-- What the card provider has refunded of an order's payment, read back from it (decision 140): the sum of the refunds that have not failed.
-- refunded_at is when that sum last changed here, and its version: a slow reading must not overwrite a newer one.
alter table orders
  add column refunded_cents integer not null default 0,
  add column refunded_at    timestamptz,
  add column disputed       boolean not null default false,   -- the cardholder has disputed the charge at the bank
  add constraint orders_refund_at_most_their_total check (refunded_cents between 0 and total_cents),
  add constraint orders_refunded_is_paid check ((refunded_cents = 0 and not disputed) or paid_at is not null),
  add constraint orders_refunded_has_its_time check (refunded_cents = 0 or refunded_at is not null);
-- What was sold lately is summed from the index alone.
drop index orders_paid;
create index orders_paid on orders (paid_at) include (product_id, quantity, total_cents, refunded_cents) where paid_at is not null;
create index orders_refunded on orders (placed_at desc, id desc) where refunded_cents = total_cents;
