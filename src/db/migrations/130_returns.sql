-- Up Migration

-- What customers send back (decision 172): parts that they do not want, and cores, the old parts that a deposit was paid for.
create table returns (
  id          uuid primary key default gen_random_uuid(),
  number      bigint not null generated always as identity (start with 1001) unique,
  purchase_id uuid not null references purchases (id),
  state       text not null,
  note        text not null default '',  -- of its decision, for the customer
  created_by  text not null references accounts (id),
  created_at  timestamptz not null default clock_timestamp(),
  decided_by  text references accounts (id),  -- null: by the rule
  decided_at  timestamptz,
  received_at timestamptz,
  refund_id   uuid unique references refunds (id),  -- what was given back when it was received
  constraint returns_state_is_known check (state in ('requested', 'approved', 'declined', 'canceled', 'received')),
  constraint returns_decided_have_their_time check (state in ('requested', 'canceled') or decided_at is not null),
  constraint returns_received_have_their_time check ((state = 'received') = (received_at is not null)),
  constraint returns_refunded_are_received check (refund_id is null or state = 'received')
);
create index returns_of_purchase on returns (purchase_id);
create index returns_waiting on returns (created_at) where state in ('requested', 'approved');

create table return_lines (
  return_id   uuid not null references returns (id),
  order_id    uuid not null references orders (id),
  core        boolean not null,  -- whether the old part comes back, for its deposit, and not the part itself
  quantity    integer not null,
  reason      text not null,
  words       text not null default '',
  received    integer not null default 0,
  restocked   integer not null default 0,
  written_off integer not null default 0,
  primary key (return_id, order_id, core),
  constraint return_lines_quantity_is_positive check (quantity > 0),
  constraint return_lines_reason_is_known check (
    reason in ('does_not_fit', 'wrong_part_ordered', 'not_needed', 'damaged', 'defective', 'wrong_part_sent', 'core')),
  constraint return_lines_of_cores_say_so check ((reason = 'core') = core),
  constraint return_lines_received_is_of_quantity check (received between 0 and quantity),
  constraint return_lines_received_is_somewhere check (least(restocked, written_off) >= 0 and received = restocked + written_off),
  constraint return_lines_cores_are_not_restocked check (not core or restocked = 0),
  constraint return_lines_words_are_short check (length(words) <= 500)
);
create index return_lines_of_order on return_lines (order_id);

-- That a part did not fit, although the store had said that it would or might, or did not know.
create table fitment_flags (
  id         uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id),
  order_id   uuid not null references orders (id),
  return_id  uuid not null references returns (id),
  vehicle    text not null,
  said       text not null,  -- the verdict when it was ordered
  reason     text not null,  -- of that verdict
  state      text not null default 'open',
  created_at timestamptz not null default clock_timestamp(),
  decided_by text references accounts (id),
  decided_at timestamptz,
  constraint fitment_flags_state_is_known check (state in ('open', 'fitment_changed', 'dismissed')),
  constraint fitment_flags_decided_have_their_time check ((state = 'open') = (decided_at is null)),
  constraint fitment_flags_once unique (return_id, order_id)
);
create index fitment_flags_open on fitment_flags (created_at) where state = 'open';
create index fitment_flags_of_product on fitment_flags (product_id);

alter table stock_movements
  drop constraint stock_movements_kind_is_known,
  drop constraint stock_movements_sign,
  drop constraint stock_movements_order_is_named;
alter table stock_movements
  add constraint stock_movements_kind_is_known check (
    kind in ('received', 'corrected', 'held', 'released', 'sold', 'canceled', 'returned')) not valid,
  add constraint stock_movements_sign check (
    (kind = 'received' and quantity >= 0) or kind = 'corrected' or (kind = 'held' and quantity < 0)
    or (kind in ('released', 'canceled', 'returned') and quantity > 0) or (kind = 'sold' and quantity = 0)) not valid,
  add constraint stock_movements_order_is_named check (
    (kind in ('held', 'released', 'sold', 'canceled', 'returned')) = (order_id is not null)) not valid;
alter table stock_movements validate constraint stock_movements_kind_is_known;
alter table stock_movements validate constraint stock_movements_sign;
alter table stock_movements validate constraint stock_movements_order_is_named;

-- What was given back as goodwill has no tax; if its parts come back later, more tax than money is given back.
alter table documents
  drop constraint documents_amounts_have_the_sign_of_their_kind,
  add constraint documents_amounts_have_the_sign_of_their_kind check (
    case kind when 'invoice' then tax_cents between 0 and total_cents else greatest(total_cents, tax_cents) <= 0 end) not valid;
alter table documents validate constraint documents_amounts_have_the_sign_of_their_kind;

alter table order_mails drop constraint order_mails_kind_is_known, drop constraint order_mails_about_distinguishes;
alter table order_mails
  add constraint order_mails_kind_is_known check (
    kind in ('order_placed', 'order_paid', 'hold_ending', 'order_shipped', 'order_refunded', 'order_canceled', 'address_corrected',
             'return_approved', 'return_declined', 'return_received', 'core_ending',
             'store_order_paid', 'store_address_corrected', 'store_refund_failed', 'store_return_requested')) not valid,
  add constraint order_mails_about_distinguishes check (
    kind = 'order_shipped'
    or (kind in ('order_refunded', 'order_canceled', 'address_corrected', 'return_approved', 'return_declined', 'return_received',
                 'store_address_corrected', 'store_refund_failed', 'store_return_requested')) = (about <> '')) not valid;
alter table order_mails validate constraint order_mails_kind_is_known, validate constraint order_mails_about_distinguishes;
