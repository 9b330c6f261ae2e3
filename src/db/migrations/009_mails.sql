-- Up Migration

-- The local mailbox of demo mode: mails that were not sent to anyone, to be read in the browser.
create table mailbox_mails (
  id        bigint generated always as identity primary key,
  recipient text not null,
  subject   text not null,
  body      text not null,
  sent_at   timestamptz not null default clock_timestamp(),
  html      text
);
create index mailbox_mails_of_recipient on mailbox_mails (recipient, id desc);

-- Mails that were not delivered and will not be tried again by themselves.
create table dead_letters (
  id           uuid primary key,  -- of the queue's job: recorded once, however often its end is noted
  kind         text not null,
  recipient    text not null,
  mail         jsonb not null,
  reason       text not null,  -- the mail server's words, without addresses
  attempts     integer not null,
  usable_until timestamptz,  -- a link in it works until then
  failed_at    timestamptz not null default clock_timestamp(),
  constraint dead_letters_reason_is_bounded check (char_length(reason) between 1 and 300),
  constraint dead_letters_attempts_are_counted check (attempts >= 0)
);
create index dead_letters_newest on dead_letters (failed_at desc, id desc);

-- Which mails an order has led to, each once: a row is written in the transaction that queues the mail (decision 092).
create table order_mails (
  order_id uuid not null references orders (id),
  kind     text not null,
  about    text not null default '',  -- the refunded payment's intent: an order may have several
  skipped  text,  -- why no mail was sent
  at       timestamptz not null default clock_timestamp(),
  primary key (order_id, kind, about),
  constraint order_mails_kind_is_known check (
    kind in ('order_placed', 'order_paid', 'hold_ending', 'order_shipped', 'order_refunded')),
  constraint order_mails_about_is_a_payment check ((kind = 'order_refunded') = (about <> ''))
);

-- How far the audit was read for mails. At most one row; without it reading begins at the end, so that a restored store sends
-- none. Numbers of the audit become visible out of order: entries up to seen_id were read, but some may still appear, of
-- transactions that were running then (all below seen_xid). Once those have ended, settled_id moves there.
create table order_mail_position (
  only_row   boolean primary key default true,
  settled_id bigint not null,
  seen_id    bigint,
  seen_xid   bigint,
  begun_id   bigint,
  constraint order_mail_position_is_one check (only_row),
  constraint order_mail_position_seen_with_its_time check ((seen_id is null) = (seen_xid is null))
);

insert into order_mail_position (settled_id, begun_id) values (0, 0);
