-- Up Migration

-- Looking for a part of a text (ILIKE) without reading the whole table. A trusted extension: the owner of the database may create it.
create extension if not exists pg_trgm;

-- Products and accounts change rarely; an order changes a part's stock only, which is in none of these.
create index products_text on products
  using gin ((' ' || name || ' ' || part_number || ' ' || brand || ' ' || category || ' ' || about) gin_trgm_ops) where deleted_at is null;
create index accounts_text on accounts using gin ((' ' || name || ' ' || email) gin_trgm_ops);
create index accounts_admins on accounts (id) where role = 'admin';
create index accounts_newest on accounts (created_at desc, id desc);

-- Orders are placed all the time, so nothing here is written when one is placed: an order enters these indexes when its hold ends, or when it
-- is paid or deleted. Those that are still held are few and have an index of their own.
create index orders_text on orders
  using gin ((' ' || product_name || ' ' || customer_name || ' ' || customer_email) gin_trgm_ops) with (fastupdate = off) where hold <> 'held';
create index orders_paid on orders (paid_at) include (product_id, quantity, total_cents) where paid_at is not null;
create index orders_to_ship on orders (placed_at desc, id desc) where paid_at is not null and shipped_at is null;
create index orders_deleted on orders (account_id) where deleted_at is not null;

-- Nearly all of the audit is about orders that were placed: the rest is found without it.
create index audit_entries_of_action on audit_entries (action, id) where action <> 'place_order';
create index audit_entries_of_kind on audit_entries (split_part(subject, ':', 1), id) where not starts_with(subject, 'order:');
