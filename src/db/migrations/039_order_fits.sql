-- Up Migration

-- The vehicle that an order was placed for, as its customer chose it, and what the store said then of its fit (decision 084). Null where no
-- vehicle was chosen. Orders that are there have none, so the CHECKs are not tried on them.
alter table orders
  add column vehicle     text,
  add column fit_verdict text,
  add column fit_reason  text;
alter table orders
  add constraint orders_fit_is_whole check (
    (vehicle is null) = (fit_verdict is null) and (vehicle is null) = (fit_reason is null)) not valid,
  add constraint orders_fit_verdict_is_known check (fit_verdict in ('fits', 'fits_if', 'does_not_fit', 'unknown')) not valid;

-- I14: what was said when it was placed never changes either.
create or replace function orders_only_move_forward() returns trigger language plpgsql as $$
begin
  if (old.paid_at is not null and (new.paid_at, new.transaction_id) is distinct from (old.paid_at, old.transaction_id))
     or (old.shipped_at is not null and new.shipped_at is distinct from old.shipped_at)
     or (old.deleted_at is not null and new is distinct from old)
     or (new.product_id, new.account_id, new.picture, new.product_name, new.unit_price_cents, new.quantity, new.customer_name,
         new.customer_email, new.customer_phone, new.customer_address, new.placed_at, new.vehicle, new.fit_verdict, new.fit_reason)
        is distinct from
        (old.product_id, old.account_id, old.picture, old.product_name, old.unit_price_cents, old.quantity, old.customer_name,
         old.customer_email, old.customer_phone, old.customer_address, old.placed_at, old.vehicle, old.fit_verdict, old.fit_reason) then
    raise exception 'an order only moves forward' using errcode = 'check_violation', constraint = 'orders_only_move_forward';
  end if;
  return new;
end $$;
