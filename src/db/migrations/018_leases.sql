-- Up Migration

-- Work that one process at a time does (decision 062). A process that ends without giving its lease back keeps it until it expires.
create table leases (
  name       text primary key,
  holder     uuid not null,
  expires_at timestamptz not null
);
