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

-- A refund may follow the shipping, but a wholly refunded order is not shipped.
create function orders_refunded_stay_here() returns trigger language plpgsql as $$
begin
  raise exception 'a refunded order is not shipped' using errcode = 'check_violation', constraint = 'orders_refunded_stay_here';
end $$;
create trigger orders_refunded_stay_here before update of shipped_at on orders
  for each row when (old.shipped_at is null and new.shipped_at is not null and new.refunded_cents = new.total_cents)
  execute function orders_refunded_stay_here();

-- What is refunded leaves the takings of the day on which the order was paid; a wholly refunded order is no sale.
create function count_refund() returns trigger language plpgsql as $$
begin
  insert into sales (day, orders, cents) values (
    (new.paid_at at time zone 'utc')::date,
    (old.refunded_cents = old.total_cents)::int - (new.refunded_cents = new.total_cents)::int,
    old.refunded_cents - new.refunded_cents);
  return null;
end $$;
create trigger orders_count_refund after update of refunded_cents on orders
  for each row when (new.refunded_cents <> old.refunded_cents) execute function count_refund();
