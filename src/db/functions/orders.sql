-- Unpaid purchases of a customer, counted up to `most`. The caller has locked the customer's account.
create or replace function count_unpaid_orders(customer text, most integer) returns bigint language plpgsql as $$
begin
  return (select count(*) from (
    select from orders where account_id = customer and paid_at is null and deleted_at is null and line = 1 limit most) unpaid);
end $$;

-- An order that is placed alone is a purchase of one part: all-in, with the tax that its price contains.
create or replace function orders_get_a_purchase() returns trigger language plpgsql as $$
begin
  insert into purchases (id, number, parts_cents, tax_cents, total_cents)
  values (new.id, new.number, new.total_cents, new.tax_cents, new.total_cents);
  new.purchase_id := new.id;
  return new;
end $$;
create or replace trigger orders_get_a_purchase before insert on orders
  for each row when (new.purchase_id is null)
  execute function orders_get_a_purchase();

-- What was agreed never changes. The provider refunds, and the address of a former customer is erased.
create or replace function purchases_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'a purchase never changes' using errcode = 'check_violation', constraint = 'purchases_are_final';
end $$;
create or replace trigger purchases_are_final before update on purchases
  for each row when (
    to_jsonb(new) - array['refunded_cents', 'refunded_at', 'ship_to', 'packing_at']
      <> to_jsonb(old) - array['refunded_cents', 'refunded_at', 'ship_to', 'packing_at']
    or (old.ship_to is distinct from new.ship_to and new.ship_to is not null)
    or (old.packing_at is not null and old.packing_at is distinct from new.packing_at))
  execute function purchases_are_final();

-- Units of a part that are held for accounts whose email address is not verified, and how many of them for this customer. The
-- caller has locked the part.
create or replace function count_unverified_pieces(part uuid, customer text, out held bigint, out own bigint) language plpgsql as $$
begin
  select coalesce(sum(quantity), 0), coalesce(sum(quantity) filter (where account_id = customer), 0) into held, own
  from orders join accounts on accounts.id = account_id
  where product_id = part and unverified and hold = 'held' and not email_verified;
end $$;

-- I14: an order's picture is a snapshot and never changes, but the same picture may move to another address: that of `images`, with
-- nothing else changed.
create or replace function picture_only_moved(old_order orders, new_order orders) returns boolean language sql stable as $$
  select to_jsonb(new_order) - 'picture' = to_jsonb(old_order) - 'picture'
     and exists (
       select from images
       where key in (old_order.picture, substring(old_order.picture from '^/images/(.+)\.webp$'))
         and moved_to = new_order.picture)
$$;

-- I14: the customer of an order of a closed account may be erased, with nothing else changed (decision 148).
create or replace function customer_only_erased(old_order orders, new_order orders) returns boolean language sql stable as $$
  select to_jsonb(new_order) - array['customer_name', 'customer_email', 'customer_phone', 'customer_address']
       = to_jsonb(old_order) - array['customer_name', 'customer_email', 'customer_phone', 'customer_address']
     and (new_order.customer_name, new_order.customer_email, new_order.customer_phone, new_order.customer_address)
       = ('Former customer', '', '', '')
     and exists (select from accounts where id = new_order.account_id and closed_at is not null)
$$;

-- I14: until an order ships, its address and phone may be corrected (decision 090). All else of what was agreed never changes.
create or replace function orders_only_move_forward() returns trigger language plpgsql as $$
begin
  if new.customer_email = '' and customer_only_erased(old, new) then return new; end if;
  if (old.paid_at is not null and (new.paid_at, new.transaction_id) is distinct from (old.paid_at, old.transaction_id))
     or (old.shipped_at is not null and (new.shipped_at, new.customer_phone, new.customer_address)
         is distinct from (old.shipped_at, old.customer_phone, old.customer_address))
     or (old.deleted_at is not null and new is distinct from old)
     or new.canceled_quantity < old.canceled_quantity or new.shipped_quantity < old.shipped_quantity
     or (old.shipped_at is not null
         and (new.canceled_quantity, new.shipped_quantity) <> (old.canceled_quantity, old.shipped_quantity))
     or (new.product_id, new.account_id, new.picture, new.product_name, new.unit_price_cents, new.quantity, new.customer_name,
         new.customer_email, new.placed_at, new.vehicle, new.fit_verdict, new.fit_reason, new.number, new.unit,
         new.purchase_id, new.line, new.lines, new.core_unit_cents, new.tax_cents, new.tax_rate_ppm, new.tax_region_id, new.core_tax_cents)
        is distinct from
        (old.product_id, old.account_id, old.picture, old.product_name, old.unit_price_cents, old.quantity, old.customer_name,
         old.customer_email, old.placed_at, old.vehicle, old.fit_verdict, old.fit_reason, old.number, old.unit,
         old.purchase_id, old.line, old.lines, old.core_unit_cents, old.tax_cents, old.tax_rate_ppm, old.tax_region_id, old.core_tax_cents) then
    raise exception 'an order only moves forward' using errcode = 'check_violation', constraint = 'orders_only_move_forward';
  end if;
  return new;
end $$;
create or replace trigger orders_only_move_forward before update on orders
  for each row when (old.picture is not distinct from new.picture or not picture_only_moved(old, new))
  execute function orders_only_move_forward();

-- A refund may follow the shipping, but a wholly refunded order is not shipped.
create or replace function orders_refunded_stay_here() returns trigger language plpgsql as $$
begin
  raise exception 'a refunded order is not shipped' using errcode = 'check_violation', constraint = 'orders_refunded_stay_here';
end $$;
create or replace trigger orders_refunded_stay_here before update of shipped_at on orders
  for each row when (old.shipped_at is null and new.shipped_at is not null and new.refunded_cents = new.total_cents)
  execute function orders_refunded_stay_here();

create or replace function count_sale() returns trigger language plpgsql as $$
declare
  sold_on date := (new.paid_at at time zone 'utc')::date;
  free bigint;
begin
  select id into free from sales where day = sold_on limit 1 for update skip locked;
  if found then
    update sales set orders = orders + (new.line = 1)::int, cents = cents + new.total_cents where id = free;
  else
    insert into sales (day, orders, cents) values (sold_on, (new.line = 1)::int, new.total_cents);
  end if;
  return null;
end $$;
-- An order is paid once, and stays so.
create or replace trigger orders_count_sale after update of paid_at on orders
  for each row when (old.paid_at is null and new.paid_at is not null)
  execute function count_sale();
create or replace trigger orders_count_inserted_sale after insert on orders
  for each row when (new.paid_at is not null)
  execute function count_sale();

-- What is refunded leaves the takings of the day on which the order was paid; a wholly refunded order is no sale.
create or replace function count_refund() returns trigger language plpgsql as $$
begin
  insert into sales (day, orders, cents) values (
    (new.paid_at at time zone 'utc')::date,
    case when new.line = 1 then (old.refunded_cents = old.total_cents)::int - (new.refunded_cents = new.total_cents)::int else 0 end,
    old.refunded_cents - new.refunded_cents);
  return null;
end $$;
create or replace trigger orders_count_refund after update of refunded_cents on orders
  for each row when (new.refunded_cents <> old.refunded_cents)
  execute function count_refund();

-- What has been sent stays sent.
create or replace function shipment_lines_never_change() returns trigger language plpgsql as $$
begin
  raise exception 'what is in a parcel never changes' using errcode = 'check_violation', constraint = 'shipment_lines_never_change';
end $$;
create or replace trigger shipment_lines_never_change before delete or update on shipment_lines
  for each row execute function shipment_lines_never_change();
