-- Up Migration

-- Files that admins import (decision 086): checked, applied and undone in the background, so that neither a reload nor a restart of
-- the store ends it. `report`: counts, problems and changes, as the screen shows them.
create table imports (
  id          uuid primary key default gen_random_uuid(),
  kind        text not null,
  file_name   text not null,
  options     jsonb not null,
  status      text not null default 'checking',
  done        integer not null default 0,  -- parts of `total`, of the step that runs
  total       integer not null default 0,
  report      jsonb,
  undo_report jsonb,
  created_by  text references accounts (id),
  created_at  timestamptz not null default now(),
  applied_at  timestamptz,
  undone_at   timestamptz,
  applied_by  text references accounts (id),
  undone_by   text references accounts (id),
  attempts    smallint not null default 0,
  constraint imports_status_is_known check (
    status in ('checking', 'checked', 'refused', 'applying', 'applied', 'failed', 'undoing', 'undone')),
  constraint imports_name_is_short check (length(file_name) between 1 and 200),
  constraint imports_kind_is_known check (kind in ('products', 'aces', 'pies', 'vehicles'))
);
create index imports_newest on imports (created_at desc, id desc);
create index imports_to_run on imports (created_at) where status in ('checking', 'applying', 'undoing');

-- Until it is applied, or a week has passed.
create table import_files (
  import_id uuid not null references imports (id) on delete cascade,
  part      text not null,  -- 'file', or 'map' beside an ACES file
  bytes     bytea not null,
  primary key (import_id, part)
);

-- What an undo puts back, for a month.
create table import_changes (
  id         bigint generated always as identity primary key,
  import_id  uuid not null references imports (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  kind       text not null,
  before     jsonb,
  after      jsonb not null
);
create index import_changes_of_product on import_changes (product_id);
-- An undo reads them product by product.
create index import_changes_in_order on import_changes (import_id, product_id, id);
