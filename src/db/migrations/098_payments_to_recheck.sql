-- Up Migration

-- Closed payments that are read from the provider again: it did not know them, or did not return their refunds.
create index payments_to_recheck on payments (retry_at)
  where state in ('canceled', 'succeeded') and refund_state is null and retry_at is not null;
