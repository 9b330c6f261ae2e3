-- Up Migration

-- The second factor of Better Auth's plugin, as its own schema generator describes it for version 1.6. Secret and backup codes are stored
-- encrypted with AUTH_SECRET: they must be read again to compare a code.
alter table identity."user" add column "twoFactorEnabled" boolean not null default false;
create table identity."twoFactor" (
  "id" text primary key,
  "secret" text not null,
  "backupCodes" text not null,
  "userId" text not null unique references identity."user" ("id") on delete cascade,
  "verified" boolean not null default false,
  "failedVerificationCount" integer not null default 0,
  "lockedUntil" timestamptz,
  constraint "twoFactor_failures_are_counted" check ("failedVerificationCount" >= 0)
);
create index on identity."twoFactor" ("secret");

-- One secret per account: set up twice at once, the later one counts.
create function identity.keep_newest_secret() returns trigger language plpgsql as $$
begin
  perform from identity."user" where "id" = new."userId" for update;
  delete from identity."twoFactor" where "userId" = new."userId";
  return new;
end $$;
create trigger second_factor_keeps_newest_secret before insert on identity."twoFactor"
  for each row execute function identity.keep_newest_secret();

-- A session that was begun without the second factor must not outlive its being switched on.
create function identity.end_sessions_of_user() returns trigger language plpgsql as $$
begin
  delete from identity."session" where "userId" = new."id";
  return null;
end $$;
create trigger second_factor_ends_sessions after update of "twoFactorEnabled" on identity."user"
  for each row when (new."twoFactorEnabled" and not old."twoFactorEnabled") execute function identity.end_sessions_of_user();

-- Reset links and half-finished sign-ins belong to the password as it was when they were begun. Dated by the database's clock:
-- a sign-in that began before the change opens nothing.
create function identity.end_links_of_password() returns trigger language plpgsql as $$
begin
  delete from identity."verification" where "value" = new."userId";
  new."updatedAt" := clock_timestamp();
  return new;
end $$;
create trigger new_password_ends_links before insert on identity."account"
  for each row when (new."password" is not null) execute function identity.end_links_of_password();
create trigger changed_password_ends_links before update of "password" on identity."account"
  for each row when (new."password" is distinct from old."password") execute function identity.end_links_of_password();

-- I22, one account per e-mail: one form of each address, and no letters that only look alike.
alter table identity."user" add constraint "user_email_is_plain"
  check ("email" = lower("email") and "email" ~ '^[!-?A-~]+@[!-?A-~]+$');

-- Attempts at credentials, counted for all processes. Not logged: after a crash of the database counting begins anew.
create unlogged table identity.attempt (
  key    text primary key,                    -- what is counted, and a hash of whose: no address or e-mail can be read here
  points integer not null default 0,
  expire bigint                               -- ms since 1970
);
create index on identity.attempt (expire);
