-- Up Migration

-- Contract, decision 8: nobody becomes an admin whose e-mail is not verified, since anybody can sign up with somebody else's address.
-- Rows of older stores stay as they are: their role is not in force before the e-mail is verified.
create function refuse_unverified_admin() returns trigger language plpgsql as $$
begin
  raise exception 'an account whose e-mail is not verified cannot become an admin'
    using errcode = 'check_violation', constraint = 'accounts_admin_is_verified';
end $$;
create trigger accounts_admin_is_verified before update of role on accounts
  for each row when (new.role = 'admin' and old.role <> 'admin' and not new.email_verified)
  execute function refuse_unverified_admin();
