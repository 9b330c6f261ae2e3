-- Up Migration

-- Which mails an order has led to, each once: a row is written in the transaction that queues the mail (decision 092).
create table order_mails (
  order_id  uuid not null references orders (id),
  kind      text not null,
  about     text not null default '',         -- the refunded payment's intent: an order may have several
  skipped   text,                             -- why no mail was sent
  at        timestamptz not null default clock_timestamp(),
  primary key (order_id, kind, about),
  constraint order_mails_kind_is_known check (
    kind in ('order_placed', 'order_paid', 'hold_ending', 'order_shipped', 'order_refunded')),
  constraint order_mails_about_is_a_payment check ((kind = 'order_refunded') = (about <> ''))
);

-- Up to where the audit was read for mails. At most one row; without it reading begins at the end, so that a restored store mails nobody.
-- Numbers of the audit become visible out of order. Entries up to seen_id were read, but some may still appear, of transactions that were
-- running then: all below seen_xid. Once those have ended, settled_id moves there.
create table order_mail_position (
  only_row   boolean primary key default true,
  settled_id bigint not null,
  seen_id    bigint,
  seen_xid   bigint,
  constraint order_mail_position_is_one check (only_row),
  constraint order_mail_position_seen_with_its_time check ((seen_id is null) = (seen_xid is null))
);
-- What happened before this migration leads to no mails.
insert into order_mail_position (settled_id) select coalesce(max(id), 0) from audit_entries;
