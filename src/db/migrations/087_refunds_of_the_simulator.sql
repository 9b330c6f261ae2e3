-- Up Migration

-- The card simulator's refunds can be pending, or fail after they succeeded, and its charges can be disputed, as with Stripe's test cards.
alter table simulator.refunds
  add column status     text not null default 'succeeded',
  add column settles_at timestamptz,                            -- when a pending one succeeds, or a succeeded one fails
  add constraint refunds_status_is_known check (status in ('pending', 'succeeded', 'failed'));
create index refunds_to_settle on simulator.refunds (settles_at) where settles_at is not null;
alter table simulator.charges add column disputed boolean not null default false;
