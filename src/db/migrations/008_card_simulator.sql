-- Up Migration

create schema simulator;

create table simulator.intents (
  id                  text primary key,
  seq                 bigint generated always as identity unique,  -- newest first in lists
  client_secret       text not null,
  amount              integer not null,
  currency            text not null,
  status              text not null default 'requires_payment_method',
  description         text,
  metadata            jsonb not null default '{}',
  receipt_email       text,
  automatic_methods   boolean not null,
  allowed_methods     text[],
  payment_method      jsonb,
  last_payment_error  jsonb,
  latest_charge       text,
  challenge           text,  -- the open 3-D Secure step
  return_url          text,
  cancellation_reason text,
  canceled_at         timestamptz,
  created_at          timestamptz not null default clock_timestamp(),
  constraint intents_amount_check check (amount between 1 and 99999999),
  constraint intents_currency_check check (currency ~ '^[a-z]{3}$'),
  constraint intents_status_is_known check (status in ('requires_payment_method', 'requires_action', 'succeeded', 'canceled')),
  constraint intents_action_has_its_challenge check ((status = 'requires_action') = (challenge is not null)),
  constraint intents_canceled_has_its_time check ((status = 'canceled') = (canceled_at is not null))
);

create table simulator.charges (
  id              text primary key,
  seq             bigint generated always as identity unique,
  intent_id       text not null references simulator.intents (id),
  amount          integer not null,
  amount_refunded integer not null default 0,
  currency        text not null,
  status          text not null,
  failure_code    text,
  failure_message text,
  decline_code    text,
  payment_method  jsonb not null,
  created_at      timestamptz not null default clock_timestamp(),
  constraint charges_amount_check check (amount > 0),
  constraint charges_status_check check (status in ('succeeded', 'failed')),
  constraint charges_refund_at_most_themselves check (amount_refunded between 0 and amount),
  constraint charges_failed_refund_nothing check (status = 'succeeded' or amount_refunded = 0)
);
create index charges_of_intent on simulator.charges (intent_id);
create unique index charges_succeed_once on simulator.charges (intent_id) where status = 'succeeded';

create table simulator.refunds (
  id         text primary key,
  seq        bigint generated always as identity unique,
  charge_id  text not null references simulator.charges (id),
  intent_id  text not null references simulator.intents (id),
  amount     integer not null,
  currency   text not null,
  reason     text,
  metadata   jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  constraint refunds_amount_check check (amount > 0)
);
create index refunds_of_intent on simulator.refunds (intent_id);

-- The first answer to each Idempotency-Key, written in the same transaction as what it did.
create table simulator.answers (
  key        text primary key,
  request    text not null,  -- a keyed hash of method, path and parameters
  status     integer not null,
  body       jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);

-- Events are also the outbox of the webhooks: written with what they tell, delivered until answered with 2xx.
create table simulator.events (
  id              text primary key,
  seq             bigint generated always as identity unique,
  type            text not null,
  payload         text not null,
  deliveries_due  smallint not null default 1,  -- 0 = delivered or lost, 2 = will be delivered twice
  attempts        integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  created_at      timestamptz not null default clock_timestamp()
);
create index events_due on simulator.events (next_attempt_at) where deliveries_due > 0;
