-- Up Migration

-- Messages of the contact form as admins work on them (decision 163). The order number is what the visitor typed: it may not exist, and
-- the one who typed it may not be its customer.
alter table contact_messages
  add column topic        text not null default 'other',
  add column order_number text not null default '',
  add column done_at      timestamptz,
  add constraint contact_messages_topic_is_known check (topic in ('order', 'return', 'part', 'other')),
  add constraint contact_messages_order_number_is_short check (length(order_number) <= 40);
create index contact_messages_open on contact_messages (created_at desc, id desc) where done_at is null;
create index contact_messages_done on contact_messages (created_at desc, id desc) where done_at is not null;
create index contact_messages_to_forget on contact_messages (done_at) where done_at is not null;
create index contact_messages_of_email on contact_messages (email);
create index contact_messages_text on contact_messages
  using gin ((' ' || name || ' ' || email || ' ' || order_number || ' ' || message) gin_trgm_ops);
