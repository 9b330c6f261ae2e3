-- Up Migration

-- I14: until an order ships, its address and phone may be corrected (decision 142). All else of what was agreed never changes.
create or replace function orders_only_move_forward() returns trigger language plpgsql as $$
begin
  if (old.paid_at is not null and (new.paid_at, new.transaction_id) is distinct from (old.paid_at, old.transaction_id))
     or (old.shipped_at is not null and (new.shipped_at, new.customer_phone, new.customer_address)
         is distinct from (old.shipped_at, old.customer_phone, old.customer_address))
     or (old.deleted_at is not null and new is distinct from old)
     or (new.product_id, new.account_id, new.picture, new.product_name, new.unit_price_cents, new.quantity, new.customer_name,
         new.customer_email, new.placed_at, new.vehicle, new.fit_verdict, new.fit_reason, new.number, new.unit)
        is distinct from
        (old.product_id, old.account_id, old.picture, old.product_name, old.unit_price_cents, old.quantity, old.customer_name,
         old.customer_email, old.placed_at, old.vehicle, old.fit_verdict, old.fit_reason, old.number, old.unit) then
    raise exception 'an order only moves forward' using errcode = 'check_violation', constraint = 'orders_only_move_forward';
  end if;
  return new;
end $$;

-- Emails to the store itself, and those about corrected addresses. An order may be corrected several times: `about` is the audit entry.
alter table order_mails drop constraint order_mails_kind_is_known, drop constraint order_mails_about_is_a_payment;
alter table order_mails
  add constraint order_mails_kind_is_known check (
    kind in ('order_placed', 'order_paid', 'hold_ending', 'order_shipped', 'order_refunded',
             'address_corrected', 'store_order_paid', 'store_address_corrected')) not valid,
  add constraint order_mails_about_distinguishes check (
    (kind in ('order_refunded', 'address_corrected', 'store_address_corrected')) = (about <> '')) not valid;
alter table order_mails validate constraint order_mails_kind_is_known, validate constraint order_mails_about_distinguishes;
