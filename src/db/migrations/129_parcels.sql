-- Up Migration

-- Parcels (decision 171): what of a purchase was sent together, and how to follow it. An order is shipped once none of its pieces are
-- open and some were sent.
create table shipments (
  id              uuid primary key default gen_random_uuid(),
  purchase_id     uuid not null references purchases (id),
  position        smallint not null,  -- among the parcels of its purchase, from 1
  carrier         text,
  tracking_number text,
  shipped_at      timestamptz not null default clock_timestamp(),
  created_by      text references accounts (id),  -- null: shipped before the store had parcels
  constraint shipments_position_key unique (purchase_id, position),
  constraint shipments_position_is_counted check (position >= 1),
  constraint shipments_carrier_is_known check (carrier in ('UPS', 'USPS', 'FedEx', 'DHL', 'Other')),
  constraint shipments_tracking_is_whole check ((carrier is null) = (tracking_number is null)),
  constraint shipments_tracking_number_is_plain check (tracking_number ~ '^[A-Z0-9][A-Z0-9-]{2,38}[A-Z0-9]$')
);
create table shipment_lines (
  shipment_id uuid not null references shipments (id),
  order_id    uuid not null references orders (id),
  quantity    integer not null,
  primary key (shipment_id, order_id),
  constraint shipment_lines_quantity_is_positive check (quantity > 0)
);
create index shipment_lines_of_order on shipment_lines (order_id);
create index shipments_by_tracking on shipments (tracking_number) where tracking_number is not null;

-- What was shipped until now was a parcel for each part. They get the ids of their orders.
insert into shipments (id, purchase_id, position, carrier, tracking_number, shipped_at)
select id, purchase_id, row_number() over (partition by purchase_id order by shipped_at, line), carrier, tracking_number, shipped_at
from orders where shipped_at is not null;
insert into shipment_lines (shipment_id, order_id, quantity)
select id, id, quantity - canceled_quantity from orders where shipped_at is not null;

-- Orders only move forward, but these rows do not move.
alter table orders disable trigger user;
alter table orders add column shipped_quantity integer not null default 0;
update orders set shipped_quantity = quantity - canceled_quantity where shipped_at is not null;
alter table orders enable trigger user;
alter table orders
  drop column carrier,
  drop column tracking_number,
  drop constraint orders_canceled_do_not_ship,
  add constraint orders_shipped_is_of_quantity check (shipped_quantity >= 0 and shipped_quantity + canceled_quantity <= quantity) not valid,
  add constraint orders_shipped_pieces_are_paid check (shipped_quantity = 0 or paid_at is not null) not valid,
  add constraint orders_are_shipped_when_nothing_is_open check (
    (shipped_at is not null) = (shipped_quantity > 0 and shipped_quantity + canceled_quantity = quantity)) not valid;
alter table orders validate constraint orders_shipped_is_of_quantity;
alter table orders validate constraint orders_shipped_pieces_are_paid;
alter table orders validate constraint orders_are_shipped_when_nothing_is_open;

-- Each parcel has its own email; those before were about an order.
alter table order_mails drop constraint order_mails_about_distinguishes;
alter table order_mails
  add constraint order_mails_about_distinguishes check (
    kind = 'order_shipped'
    or (kind in ('order_refunded', 'order_canceled', 'address_corrected', 'store_address_corrected', 'store_refund_failed'))
      = (about <> '')) not valid;
alter table order_mails validate constraint order_mails_about_distinguishes;
