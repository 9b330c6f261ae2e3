create or replace function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are only ever appended' using errcode = 'check_violation', constraint = 'audit_is_append_only';
end $$;
create or replace trigger audit_is_append_only before delete or update on audit_entries
  for each row execute function audit_is_append_only();

-- Nor is the audit truncated, except by the commands that reset and restore the store, with a setting in their transaction.
create or replace function audit_is_not_truncated() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('driveline.emptying', true), '') <> 'yes' then
    raise exception 'audit entries are only ever appended' using errcode = 'check_violation', constraint = 'audit_is_not_truncated';
  end if;
  return null;
end $$;
create or replace trigger audit_is_not_truncated before truncate on audit_entries
  for each statement execute function audit_is_not_truncated();
