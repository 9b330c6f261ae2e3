-- Up Migration

-- One attempt to charge an order. Written before the request to the provider, so that a lost response is requested again with the
-- same key.
create table payments (
  id            uuid primary key default gen_random_uuid(),  -- also the idempotency key at the provider
  order_id      uuid not null references orders (id),
  amount_cents  integer not null,
  intent_id     text unique,  -- I3: an intent belongs to one order
  client_secret text,
  state         text not null default 'creating',
  created_at    timestamptz not null default clock_timestamp(),
  checked_at    timestamptz,  -- when it was last read from the provider
  refund_state  text,  -- a charge that found no order to pay: due, then done
  confirmed_at  timestamptz,
  attempt       integer not null default 0,
  constraint payments_state_is_known check (state in ('creating', 'live', 'succeeded', 'canceled')),
  constraint payments_refund_is_known check (refund_state is null or (refund_state in ('due', 'done') and state = 'succeeded')),
  constraint payments_known_to_provider check (state = 'creating' or intent_id is not null or state = 'canceled'),
  constraint payments_confirmed_has_succeeded check (confirmed_at is null or state = 'succeeded'),
  constraint payments_attempt_is_counted check (attempt >= 0)
);
-- I3
create unique index payments_one_live_per_order on payments (order_id) where state in ('creating', 'live');
-- I5
create unique index payments_one_charge_per_order on payments (order_id) where state = 'succeeded' and refund_state is null;
create index payments_to_check on payments (checked_at nulls first) where state in ('creating', 'live') or refund_state = 'due';

-- Cards that the provider declined, once per event, to stop people who try out stolen numbers.
create table payment_declines (
  event_id   text primary key,
  order_id   uuid not null references orders (id),
  account_id text not null references accounts (id),
  at         timestamptz not null  -- by the provider's clock
);
create index payment_declines_of_order on payment_declines (order_id, at);
create index payment_declines_of_account on payment_declines (account_id, at);

-- What this store knows of its account at the provider. At most one row.
create table provider_account (
  only_row         boolean primary key default true,
  store_id         uuid not null default gen_random_uuid(),  -- named in each intent: several stores may share one account
  events_read_till timestamptz,  -- by the provider's clock
  compare_from     timestamptz,  -- set: these books may lack charges made since then, and nothing is
  constraint provider_account_is_one check (only_row)
);

-- Each comparison of our books with the card provider's. A row without its end was broken off.
create table reconciliations (
  id          bigint generated always as identity primary key,
  began_at    timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  compared    integer,  -- payments looked at
  differences jsonb  -- those that could not be put right, as the audit has them
);
