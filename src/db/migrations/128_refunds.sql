-- Up Migration

-- After the sale (decision 170): pieces that are canceled, and money that is given back.
alter table orders
  add column canceled_quantity integer not null default 0,
  add constraint orders_canceled_is_of_quantity check (canceled_quantity between 0 and quantity) not valid,
  add constraint orders_canceled_is_paid check (canceled_quantity = 0 or paid_at is not null) not valid,
  add constraint orders_canceled_do_not_ship check (canceled_quantity < quantity or shipped_at is null) not valid;
alter table orders validate constraint orders_canceled_is_of_quantity;
alter table orders validate constraint orders_canceled_is_paid;
alter table orders validate constraint orders_canceled_do_not_ship;
drop index orders_to_ship;
create index orders_to_ship on orders (placed_at desc, id desc)
  where paid_at is not null and shipped_at is null and canceled_quantity < quantity;
create index orders_canceled on orders (purchase_id) where canceled_quantity = quantity;
-- When an admin began to pack it: from then on its customer cancels nothing.
alter table purchases add column packing_at timestamptz;

alter table stock_movements
  drop constraint stock_movements_kind_is_known,
  drop constraint stock_movements_sign,
  drop constraint stock_movements_order_is_named;
alter table stock_movements
  add constraint stock_movements_kind_is_known check (kind in ('received', 'corrected', 'held', 'released', 'sold', 'canceled')) not valid,
  add constraint stock_movements_sign check (
    (kind = 'received' and quantity >= 0) or kind = 'corrected' or (kind = 'held' and quantity < 0)
    or (kind in ('released', 'canceled') and quantity > 0) or (kind = 'sold' and quantity = 0)) not valid,
  add constraint stock_movements_order_is_named check (
    (kind in ('held', 'released', 'sold', 'canceled')) = (order_id is not null)) not valid;
alter table stock_movements validate constraint stock_movements_kind_is_known;
alter table stock_movements validate constraint stock_movements_sign;
alter table stock_movements validate constraint stock_movements_order_is_named;

-- Money of a payment that is given back: decided here, or found at the card provider (cause `provider`).
create table refunds (
  id           uuid primary key default gen_random_uuid(),
  purchase_id  uuid not null references purchases (id),
  payment_id   uuid not null references payments (id),
  amount_cents integer not null,
  state        text not null default 'due',
  attempt      smallint not null default 0,  -- each is a request of its own to the provider
  provider_id  text unique,
  cause        text not null,
  note         text not null default '',
  created_by   text references accounts (id),
  created_at   timestamptz not null default clock_timestamp(),
  done_at      timestamptz,
  failure      text,  -- why it last failed, for admins
  constraint refunds_amount_is_positive check (amount_cents > 0),
  constraint refunds_state_is_known check (state in ('due', 'pending', 'done', 'failed', 'settled_otherwise')),
  constraint refunds_cause_is_known check (cause in ('cancel', 'return', 'core', 'delivery', 'goodwill', 'provider')),
  constraint refunds_done_has_its_time check (state <> 'done' or done_at is not null)
);
create index refunds_of_purchase on refunds (purchase_id);
create index refunds_to_send on refunds (created_at) where state = 'due';
create index refunds_failed on refunds (created_at) where state = 'failed';

alter table documents
  add column refund_id uuid unique references refunds (id),
  add constraint documents_refund_is_of_a_credit_note check (refund_id is null or kind = 'credit_note');
-- Reports are sums of what was issued on some days.
create index documents_issued on documents (issued_at);
create index document_lines_reversing on document_lines (reverses) where reverses is not null;
alter table core_movements add column refund_id uuid references refunds (id);

alter table order_mails drop constraint order_mails_kind_is_known, drop constraint order_mails_about_distinguishes;
alter table order_mails
  add constraint order_mails_kind_is_known check (
    kind in ('order_placed', 'order_paid', 'hold_ending', 'order_shipped', 'order_refunded', 'order_canceled',
             'address_corrected', 'store_order_paid', 'store_address_corrected', 'store_refund_failed')) not valid,
  add constraint order_mails_about_distinguishes check (
    (kind in ('order_refunded', 'order_canceled', 'address_corrected', 'store_address_corrected', 'store_refund_failed'))
      = (about <> '')) not valid;
alter table order_mails validate constraint order_mails_kind_is_known, validate constraint order_mails_about_distinguishes;
