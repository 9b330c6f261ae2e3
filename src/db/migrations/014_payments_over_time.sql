-- Up Migration

-- When the payer first reported the payment by PATCH: that one answers modifiedCount 1, whoever settled the order.
alter table payments add column confirmed_at timestamptz;
update payments set confirmed_at = created_at where state = 'succeeded';
alter table payments add constraint payments_confirmed_has_succeeded check (confirmed_at is null or state = 'succeeded');

-- The provider repeats its first answer to an idempotency key for a day, errors too: a further attempt needs a key of its own.
alter table payments add column attempt integer not null default 0;
alter table payments add constraint payments_attempt_is_counted check (attempt >= 0);

-- What this store knows of its account at the provider. At most one row.
create table provider_account (
  only_row         boolean primary key default true,
  store_id         uuid not null default gen_random_uuid(),      -- named in each intent: several stores may share one account
  events_read_till timestamptz,                                  -- by the provider's clock
  compare_from     timestamptz,                                  -- set: these books may lack charges made since then, and nothing is
                                                                 -- offered for payment until they were compared with the provider's
  constraint provider_account_is_one check (only_row)
);
-- A store that has sold before may have been restored from a backup by an earlier version. An empty one gets its row at its first payment.
insert into provider_account (compare_from)
select clock_timestamp() - interval '7 days' where exists (select from payments);

-- Cards that the provider declined, once per event, to stop people who try out stolen numbers.
create table payment_declines (
  event_id   text primary key,
  order_id   uuid not null references orders (id),
  account_id text not null references accounts (id),
  at         timestamptz not null                                -- by the provider's clock
);
create index payment_declines_of_order on payment_declines (order_id, at);
create index payment_declines_of_account on payment_declines (account_id, at);

-- A charge that names an order which is not here is given back, and that is noted once.
create unique index audit_entries_stray_charge_once on audit_entries ((after->>'intentId')) where action = 'refund_stray_charge';
