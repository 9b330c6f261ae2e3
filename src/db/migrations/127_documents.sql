-- Up Migration

-- The ledger of money (decision 168): an invoice for each purchase that is paid, and credit notes that correct it. Only ever appended;
-- the amounts of credit notes are negative.
create table documents (
  id          uuid primary key default gen_random_uuid(),
  kind        text not null,
  year        smallint not null,  -- in the store's time zone
  number      integer not null,
  purchase_id uuid not null references purchases (id),
  corrects    uuid references documents (id),
  issued_at   timestamptz not null,
  seller      jsonb not null,
  buyer       jsonb not null,
  total_cents integer not null,  -- with the tax
  tax_cents   integer not null,
  constraint documents_kind_is_known check (kind in ('invoice', 'credit_note')),
  constraint documents_number_is_counted check (number >= 1),
  constraint documents_number_key unique (kind, year, number),
  constraint documents_credit_note_corrects_an_invoice check ((kind = 'credit_note') = (corrects is not null)),
  constraint documents_amounts_have_the_sign_of_their_kind check (
    case kind when 'invoice' then tax_cents between 0 and total_cents else tax_cents between total_cents and 0 end)
);
create index documents_of_purchase on documents (purchase_id);
create unique index documents_one_invoice on documents (purchase_id) where kind = 'invoice';

create table document_lines (
  id          bigint generated always as identity primary key,
  document_id uuid not null references documents (id),
  order_id    uuid references orders (id),
  kind        text not null,
  words       text not null,
  quantity    integer,
  net_cents   integer not null,
  tax_cents   integer not null,
  rate_ppm    integer,
  region_id   uuid,
  reverses    bigint references document_lines (id),
  constraint document_lines_kind_is_known check (kind in ('part', 'core', 'delivery', 'goodwill')),
  constraint document_lines_of_parts_name_their_order check ((kind in ('part', 'core')) = (order_id is not null and quantity is not null)),
  constraint document_lines_quantity_is_positive check (quantity > 0),
  constraint document_lines_tax_has_its_rate check (rate_ppm is not null or tax_cents = 0)
);
create index document_lines_of_document on document_lines (document_id, id);

-- The last number of each kind and year. Its lock makes transactions that issue documents wait for each other.
create table document_numbers (
  kind text not null,
  year smallint not null,
  last integer not null,
  primary key (kind, year)
);

-- Deposits for old parts: what was charged is refunded or kept. Only ever appended.
create table core_movements (
  id           bigint generated always as identity primary key,
  order_id     uuid not null references orders (id),
  kind         text not null,
  quantity     integer not null,
  amount_cents integer not null,  -- without a tax that is added to it
  at           timestamptz not null default clock_timestamp(),
  constraint core_movements_kind_is_known check (kind in ('charged', 'refunded', 'kept')),
  constraint core_movements_are_of_pieces check (quantity > 0 and amount_cents > 0)
);
create index core_movements_of_order on core_movements (order_id);
create unique index core_movements_charged_once on core_movements (order_id) where kind = 'charged';

alter table orders
  add column core_tax_cents integer not null default 0,  -- the part of tax_cents that is of the deposit
  add constraint orders_core_tax_is_of_tax check (core_tax_cents between 0 and tax_cents and (core_unit_cents > 0 or core_tax_cents = 0));
