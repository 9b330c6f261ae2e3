-- Up Migration

-- A request about a payment (a refund, a cancellation) that the provider has refused: how often, and until when it waits. Each payment waits
-- alone, with growing pauses, so that refusals never keep others from being carried out (decision 141).
alter table payments
  add column refusals integer not null default 0,
  add column retry_at timestamptz,
  add constraint payments_refusals_are_counted check (refusals >= 0);
create index payments_refund_due on payments (retry_at nulls first) where refund_state = 'due';
