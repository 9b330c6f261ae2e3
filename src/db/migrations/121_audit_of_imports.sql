-- Up Migration

-- Which import a change belongs to, which its transaction states (decision 081): the audit shows the import as one entry.
alter table audit_entries
  add column import_id uuid default nullif(current_setting('driveline.import_id', true), '')::uuid;
create index audit_entries_of_people on audit_entries (id) where import_id is null;
create index audit_entries_of_import on audit_entries (import_id) where import_id is not null;
drop index audit_entries_of_action;
create index audit_entries_of_action on audit_entries (action, id) where action <> 'place_order' and import_id is null;
drop index audit_entries_of_kind;
create index audit_entries_of_kind on audit_entries (split_part(subject, ':', 1), id)
  where not starts_with(subject, 'order:') and import_id is null;
