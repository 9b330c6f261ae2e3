-- Up Migration

-- Notes of admins about an order, which its customer never sees (decision 159).
create table order_notes (
  id        uuid primary key default gen_random_uuid(),
  order_id  uuid not null references orders (id),
  author_id text not null references accounts (id),
  text      text not null,
  at        timestamptz not null default clock_timestamp(),
  constraint order_notes_text_is_bounded check (char_length(text) between 1 and 1000)
);
create index order_notes_of_order on order_notes (order_id, at desc, id desc);
