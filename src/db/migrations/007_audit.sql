-- Up Migration

-- The audit is not emptied at one stroke either. Only `npm run reset` and `npm run restore` may, and they say so in their transaction.
create function audit_is_not_truncated() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('driveline.emptying', true), '') <> 'yes' then
    raise exception 'audit entries are only ever appended' using errcode = 'check_violation', constraint = 'audit_is_not_truncated';
  end if;
  return null;
end $$;
create trigger audit_is_not_truncated before truncate on audit_entries
  for each statement execute function audit_is_not_truncated();

create index audit_entries_of_actor on audit_entries (actor_id);
-- A difference between our books and the card provider's is noted once, however often it is found.
create unique index audit_entries_difference_once on audit_entries (action, (after->>'intentId')) where action like 'difference\_%';

-- The store has no call that takes a role away: it is done by hand at the database, and noted here.
create function note_demotion() returns trigger language plpgsql as $$
begin
  insert into audit_entries (actor_id, action, subject, before, after)
  values (null, 'demote', 'account:' || new.id, jsonb_build_object('role', old.role), jsonb_build_object('role', new.role));
  return null;
end $$;
create trigger accounts_note_demotion after update of role on accounts
  for each row when (old.role = 'admin' and new.role <> 'admin') execute function note_demotion();

-- Each comparison of our books with the card provider's. A row without its end was broken off.
create table reconciliations (
  id          bigint generated always as identity primary key,
  began_at    timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  compared    integer,                        -- payments looked at
  differences jsonb                           -- those that could not be put right, as the audit has them
);
