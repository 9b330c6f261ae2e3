-- Up Migration

-- The store's tables. Rules that a single row can show are CHECKs, rules that two rows could break are UNIQUE indexes:
-- the invariants I1 … I29 are those of the store's contract (ARCHITECTURE.md lists them).

create table accounts (
  id         text primary key,                 -- the subject that the identity provider proved
  email      text not null unique,             -- I22; trimmed and lower case
  name       text not null,
  email_verified boolean not null default false,  -- an unverified account is never admin, whatever its role says
  role       text not null default 'customer',
  education  text,
  address    text,
  phone      text,
  linkedin   text,
  created_at timestamptz not null default now(),
  constraint accounts_email_is_normal check (email = lower(btrim(email)) and email <> ''),
  constraint accounts_role_is_known check (role in ('customer', 'admin')),
  constraint accounts_linkedin_is_https check (linkedin is null or linkedin like 'https://%')
);

-- I21: an admin remains once one existed. Statement level, so that two demotions at once see each other's locks.
create function keep_one_admin() returns trigger language plpgsql as $$
begin
  if old.role = 'admin' and (tg_op = 'DELETE' or new.role <> 'admin') then
    perform pg_advisory_xact_lock(hashtext('driveline.last_admin'));
    if not exists (select from accounts where role = 'admin' and id <> old.id) then
      raise exception 'the last admin cannot be removed' using errcode = 'check_violation', constraint = 'accounts_keep_one_admin';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger accounts_keep_one_admin before update of role or delete on accounts
  for each row execute function keep_one_admin();

create table products (
  id          uuid primary key default gen_random_uuid(),
  picture     text not null,
  name        text not null,
  about       text not null,
  brand       text not null default '',
  category    text not null default '',
  part_number text not null default '',
  price_cents integer not null,
  available   integer not null,
  min_order   integer not null,
  created_at  timestamptz not null default clock_timestamp(),
  deleted_at  timestamptz,
  constraint products_words_are_given check (btrim(name) <> '' and btrim(about) <> '' and picture <> ''),
  constraint products_price_is_positive check (price_cents between 1 and 99999999),
  constraint products_available_is_not_negative check (available between 0 and 1000000),  -- I7
  constraint products_min_order_is_positive check (min_order between 1 and 1000000)
);
create index products_newest on products (created_at desc, id desc) where deleted_at is null;

create table orders (
  id               uuid primary key default gen_random_uuid(),
  product_id       uuid not null references products (id),
  account_id       text not null references accounts (id),
  picture          text not null,
  product_name     text not null,
  unit_price_cents integer not null,
  quantity         integer not null,
  total_cents      integer not null,
  customer_name    text not null,
  customer_email   text not null,
  customer_phone   text not null,
  customer_address text not null,
  hold             text not null default 'held',
  hold_expires_at  timestamptz not null,
  placed_at        timestamptz not null default clock_timestamp(),
  paid_at          timestamptz,
  transaction_id   text unique,                -- one payment pays one order
  shipped_at       timestamptz,
  deleted_at       timestamptz,
  constraint orders_total_is_price_times_quantity check (total_cents = unit_price_cents * quantity),     -- I1
  constraint orders_total_is_payable check (total_cents between 50 and 99999999),
  constraint orders_quantity_is_positive check (quantity > 0),
  constraint orders_paid_has_its_transaction check ((paid_at is null) = (transaction_id is null)),       -- I2
  constraint orders_shipped_is_paid check (shipped_at is null or paid_at is not null),                   -- I11
  constraint orders_deleted_is_unpaid check (deleted_at is null or paid_at is null),                     -- I11
  constraint orders_hold_is_known check (hold in ('held', 'released', 'sold')),
  constraint orders_sold_is_paid check ((hold = 'sold') = (paid_at is not null)),                        -- I8
  constraint orders_deleted_holds_nothing check (deleted_at is null or hold = 'released')                -- I8, I9
);
create index orders_of_account on orders (account_id, placed_at desc, id desc) where deleted_at is null;
create index orders_newest on orders (placed_at desc, id desc) where deleted_at is null;
create index orders_holds_to_lapse on orders (hold_expires_at) where hold = 'held';
create index orders_of_product on orders (product_id);

-- I11, I12, I14: an order only moves forward, and what was agreed at placing never changes.
create function orders_only_move_forward() returns trigger language plpgsql as $$
begin
  if (old.paid_at is not null and (new.paid_at, new.transaction_id) is distinct from (old.paid_at, old.transaction_id))
     or (old.shipped_at is not null and new.shipped_at is distinct from old.shipped_at)
     or (old.deleted_at is not null and new is distinct from old)
     or (new.product_id, new.account_id, new.picture, new.product_name, new.unit_price_cents, new.quantity, new.customer_name,
         new.customer_email, new.customer_phone, new.customer_address, new.placed_at)
        is distinct from
        (old.product_id, old.account_id, old.picture, old.product_name, old.unit_price_cents, old.quantity, old.customer_name,
         old.customer_email, old.customer_phone, old.customer_address, old.placed_at) then
    raise exception 'an order only moves forward' using errcode = 'check_violation', constraint = 'orders_only_move_forward';
  end if;
  return new;
end $$;
create trigger orders_only_move_forward before update on orders
  for each row execute function orders_only_move_forward();

-- Every change of stock, in pieces. I8: for each product, sum(received + corrected) = available + held + sold.
create table stock_movements (
  id         bigint generated always as identity primary key,
  product_id uuid not null references products (id),
  order_id   uuid references orders (id),
  kind       text not null,
  quantity   integer not null,                 -- change of products.available; 'sold' moves a hold and changes nothing here
  at         timestamptz not null default clock_timestamp(),
  constraint stock_movements_kind_is_known check (kind in ('received', 'corrected', 'held', 'released', 'sold')),
  constraint stock_movements_sign check (
    (kind = 'received' and quantity >= 0) or (kind = 'corrected') or (kind = 'held' and quantity < 0)
    or (kind = 'released' and quantity > 0) or (kind = 'sold' and quantity = 0)),
  constraint stock_movements_order_is_named check ((kind in ('held', 'released', 'sold')) = (order_id is not null))
);
create index stock_movements_of_product on stock_movements (product_id);
create index stock_movements_of_order on stock_movements (order_id);

-- One try to charge an order. Written before the provider is asked, so that a lost answer is asked for again with the same key.
create table payments (
  id               uuid primary key default gen_random_uuid(),   -- also the idempotency key at the provider
  order_id         uuid not null references orders (id),
  amount_cents     integer not null,
  intent_id        text unique,                                  -- I3: an intent belongs to one order
  client_secret    text,
  state            text not null default 'creating',
  created_at       timestamptz not null default clock_timestamp(),
  checked_at       timestamptz,                                  -- when the provider was last asked
  refund_state     text,                                         -- a charge that found no order to pay: due, then done
  constraint payments_state_is_known check (state in ('creating', 'live', 'succeeded', 'canceled')),
  constraint payments_refund_is_known check (refund_state is null or (refund_state in ('due', 'done') and state = 'succeeded')),
  constraint payments_known_to_provider check (state = 'creating' or intent_id is not null or state = 'canceled')
);
create unique index payments_one_live_per_order on payments (order_id) where state in ('creating', 'live');                -- I3
create unique index payments_one_charge_per_order on payments (order_id) where state = 'succeeded' and refund_state is null; -- I5
create index payments_to_check on payments (checked_at nulls first) where state in ('creating', 'live') or refund_state = 'due';

create table reviews (
  id         uuid primary key default gen_random_uuid(),
  account_id text not null references accounts (id),
  name       text not null,
  text       text not null default '',
  rating     integer not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint reviews_rating_is_1_to_5 check (rating between 1 and 5),     -- I24
  constraint reviews_text_is_bounded check (char_length(text) <= 2000)
);
create index reviews_newest on reviews (created_at desc, id desc);

create table images (
  key         text primary key,               -- hash of the encoded picture; part of its immutable URL
  width       integer not null,               -- px
  height      integer not null,               -- px
  uploaded_by text references accounts (id),
  created_at  timestamptz not null default now()
);

create table access_tokens (
  token_hash bytea primary key,               -- SHA-256 of the token; the token itself is never stored
  account_id text not null references accounts (id) on delete cascade,
  session_id text,                            -- the identity session it was proved by; ends with it
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index access_tokens_of_account on access_tokens (account_id);
create index access_tokens_of_session on access_tokens (session_id);
create index access_tokens_to_forget on access_tokens (expires_at);

-- I15: one key, one effect.
create table idempotency_keys (
  account_id text not null references accounts (id) on delete cascade,
  call       text not null,
  key        text not null,
  body_hash  bytea not null,
  answer     jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (account_id, call, key)
);
create index idempotency_keys_to_forget on idempotency_keys (created_at);

-- I29: every change of money, stock or role. Only ever appended.
create table audit_entries (
  id       bigint generated always as identity primary key,
  at       timestamptz not null default clock_timestamp(),
  actor_id text,                              -- account, or null for the store itself (webhook, sweeper, command line)
  action   text not null,
  subject  text not null,                     -- 'order:<id>', 'product:<id>', 'account:<id>'
  before   jsonb,
  after    jsonb
);
create index audit_entries_of_subject on audit_entries (subject);
create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are only ever appended' using errcode = 'check_violation', constraint = 'audit_is_append_only';
end $$;
create trigger audit_is_append_only before update or delete on audit_entries
  for each row execute function audit_is_append_only();

create table contact_messages (
  id         uuid primary key default gen_random_uuid(),
  name       text not null,
  email      text not null,
  message    text not null,
  created_at timestamptz not null default now()
);

-- What the store knows of cars: for the vehicle finder.
create table vehicles (
  id             integer generated always as identity primary key,
  year           smallint not null,
  make           text not null,
  model          text not null,
  displacement_l numeric(3,1),                -- litres; null where unknown (electric, rotary)
  cylinders      smallint,
  fuel           text not null,
  drive          text not null
);
create index vehicles_by_choice on vehicles (make, year, model);

create table fitments (
  id             integer generated always as identity primary key,
  product_id     uuid not null references products (id) on delete cascade,
  make           text not null,
  model          text not null,
  year_from      smallint not null,
  year_to        smallint not null,
  displacement_l numeric(3,1),                -- null: every engine
  cylinders      smallint,
  constraint fitments_years_in_order check (year_from <= year_to)
);
create index fitments_by_vehicle on fitments (make, model, year_from, year_to);
create index fitments_of_product on fitments (product_id);

-- Other processes drop what they keep in memory. Orders change stock too often for a NOTIFY inside their commit
-- (it serialises commits); the store announces those itself, right after the commit.
create function announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('driveline', tg_argv[0]);
  return null;
end $$;
create trigger products_announce after insert or delete or update of picture, name, about, brand, category, part_number, price_cents, min_order, deleted_at
  on products for each statement execute function announce_change('products');
create trigger reviews_announce after insert or update or delete on reviews for each statement execute function announce_change('reviews');
create trigger fitments_announce after insert or update or delete on fitments for each statement execute function announce_change('products');
create trigger access_tokens_announce after update or delete on access_tokens for each statement execute function announce_change('tokens');
create trigger accounts_announce after update or delete on accounts for each statement execute function announce_change('tokens');
