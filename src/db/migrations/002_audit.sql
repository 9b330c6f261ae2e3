-- Up Migration

-- I29: every change of money, stock or role. Only ever appended.
create table audit_entries (
  id       bigint generated always as identity primary key,
  at       timestamptz not null default clock_timestamp(),
  actor_id text,  -- account, or null for the store itself (webhook, sweeper, command line)
  action   text not null,
  subject  text not null,  -- 'order:<id>', 'product:<id>', 'account:<id>'
  before   jsonb,
  after    jsonb
);
create index audit_entries_of_subject on audit_entries (subject);
create index audit_entries_of_actor on audit_entries (actor_id);
-- A difference between our books and the card provider's is noted once, however often it is found.
create unique index audit_entries_difference_once on audit_entries (action, (after ->> 'intentId'))
  where action like 'difference\_%';
-- A charge that names an order which is not here is given back, and that is noted once.
create unique index audit_entries_stray_charge_once on audit_entries ((after ->> 'intentId'))
  where action = 'refund_stray_charge';
-- Nearly all of the audit is about orders that were placed: the rest is found without it.
create index audit_entries_of_action on audit_entries (action, id) where action <> 'place_order';
create index audit_entries_of_kind on audit_entries (split_part(subject, ':', 1), id) where not starts_with(subject, 'order:');

-- Work that one process at a time does (decision 062). A process that ends without returning its lease holds it until it
-- expires.
create table leases (
  name       text primary key,
  holder     uuid not null,
  expires_at timestamptz not null
);
