-- Up Migration

-- Imports of the command line are listed, and undone, like uploaded ones (decision 089). Without an account: the command line did it.
alter table imports
  alter column created_by drop not null,
  add column applied_by text references accounts (id),
  add column undone_by text references accounts (id),
  drop constraint imports_kind_is_known,
  add constraint imports_kind_is_known check (kind in ('products', 'aces', 'pies', 'vehicles'));

-- Until now created_by named who applied or undid an import last.
update imports set applied_by = created_by where status in ('applying', 'applied', 'undoing', 'undone');
update imports set undone_by = created_by where status in ('undoing', 'undone');
