-- I21: an admin remains once one existed. Statement level, so that two demotions at once see each other's locks.
create or replace function keep_one_admin() returns trigger language plpgsql as $$
begin
  if old.role = 'admin' and (tg_op = 'DELETE' or new.role <> 'admin') then
    perform pg_advisory_xact_lock(hashtext('driveline.last_admin'));
    if not exists (select from accounts where role = 'admin' and id <> old.id) then
      raise exception 'the last admin cannot be removed' using errcode = 'check_violation', constraint = 'accounts_keep_one_admin';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create or replace trigger accounts_keep_one_admin before delete or update of role on accounts
  for each row execute function keep_one_admin();

-- Every loss of the role is noted, also one by hand at the database. A call of the store names its actor by a setting of the
-- transaction.
create or replace function note_demotion() returns trigger language plpgsql as $$
begin
  insert into audit_entries (actor_id, action, subject, before, after)
  values (nullif(current_setting('driveline.actor', true), ''), 'demote', 'account:' || new.id, jsonb_build_object('role', old.role), jsonb_build_object('role', new.role));
  return null;
end $$;
create or replace trigger accounts_note_demotion after update of role on accounts
  for each row when (old.role = 'admin' and new.role <> 'admin')
  execute function note_demotion();

-- An account whose email address is not verified does not become an admin, since anyone can sign up with another person's address
-- (decision 034). Admins of older stores stay, and their role counts once the address is verified.
create or replace function refuse_unverified_admin() returns trigger language plpgsql as $$
begin
  raise exception 'an account whose e-mail is not verified cannot become an admin'
    using errcode = 'check_violation', constraint = 'accounts_admin_is_verified';
end $$;
create or replace trigger accounts_admin_is_verified before update of role on accounts
  for each row when (new.role = 'admin' and old.role <> 'admin' and not new.email_verified)
  execute function refuse_unverified_admin();

-- One secret per account: set up twice at once, the later one counts.
create or replace function identity.keep_newest_secret() returns trigger language plpgsql as $$
begin
  perform from identity."user" where "id" = new."userId" for update;
  delete from identity."twoFactor" where "userId" = new."userId";
  return new;
end $$;
create or replace trigger second_factor_keeps_newest_secret before insert on identity."twoFactor"
  for each row execute function identity.keep_newest_secret();

-- A session that was begun without the second factor must not outlive its being switched on.
create or replace function identity.end_sessions_of_user() returns trigger language plpgsql as $$
begin
  delete from identity."session" where "userId" = new."id";
  return null;
end $$;
create or replace trigger second_factor_ends_sessions after update of "twoFactorEnabled" on identity."user"
  for each row when (new."twoFactorEnabled" and not old."twoFactorEnabled")
  execute function identity.end_sessions_of_user();

-- Reset links and half-finished sign-ins belong to the password as it was when they were begun. Dated by the database's clock:
-- a sign-in that began before the change opens nothing.
create or replace function identity.end_links_of_password() returns trigger language plpgsql as $$
begin
  delete from identity."verification" where "value" = new."userId";
  new."updatedAt" := clock_timestamp();
  return new;
end $$;
create or replace trigger new_password_ends_links before insert on identity.account
  for each row when (new.password is not null)
  execute function identity.end_links_of_password();
create or replace trigger changed_password_ends_links before update of password on identity.account
  for each row when (new.password is distinct from old.password)
  execute function identity.end_links_of_password();
