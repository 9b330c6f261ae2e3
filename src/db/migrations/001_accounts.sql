-- Up Migration

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists fuzzystrmatch;

-- Better Auth's tables, with its column names.
create schema identity;

create table identity."user" (
  id                 text primary key,
  name               text not null,
  email              text not null unique,
  "emailVerified"    boolean not null default false,
  image              text,
  "createdAt"        timestamptz not null default now(),
  "updatedAt"        timestamptz not null default now(),
  "twoFactorEnabled" boolean not null default false,
  constraint user_email_is_plain check (email = lower(email) and email ~ '^[!-?A-~]+@[!-?A-~]+$')
);

create table identity.session (
  id          text primary key,
  "expiresAt" timestamptz not null,
  token       text not null unique,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  "ipAddress" text,
  "userAgent" text,
  "userId"    text not null references identity."user" (id) on delete cascade
);
create index "session_userId_idx" on identity.session ("userId");

create table identity.account (
  id                      text primary key,
  "accountId"             text not null,
  "providerId"            text not null,
  "userId"                text not null references identity."user" (id) on delete cascade,
  "accessToken"           text,
  "refreshToken"          text,
  "idToken"               text,
  "accessTokenExpiresAt"  timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope                   text,
  password                text,
  "createdAt"             timestamptz not null default now(),
  "updatedAt"             timestamptz not null default now()
);
create index "account_userId_idx" on identity.account ("userId");
create unique index "account_providerId_accountId_idx" on identity.account ("providerId", "accountId");

create table identity.verification (
  id          text primary key,
  identifier  text not null,
  value       text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index verification_identifier_idx on identity.verification (identifier);

create table identity."twoFactor" (
  id                        text primary key,
  secret                    text not null,
  "backupCodes"             text not null,
  "userId"                  text not null unique references identity."user" (id) on delete cascade,
  verified                  boolean not null default false,
  "failedVerificationCount" integer not null default 0,
  "lockedUntil"             timestamptz,
  constraint "twoFactor_failures_are_counted" check ("failedVerificationCount" >= 0)
);
create index "twoFactor_secret_idx" on identity."twoFactor" (secret);

create table identity.attempt (
  key    text primary key,
  points integer not null default 0,
  expire bigint
);
create index attempt_expire_idx on identity.attempt (expire);

-- What a session with a cookie needs of its issuer. Both tokens are encrypted with AUTH_SECRET.
create table identity.issuer_session (
  session_id    text primary key references identity.session (id) on delete cascade,
  id_token      text not null,  -- names the session at the issuer when the user signs out
  refresh_token text,  -- null where the issuer gives none: the session then ends within the hour
  checked_at    timestamptz not null default now()  -- when the issuer last confirmed the sign-in
);

-- Sign-ins that ended here. Their ID tokens open no session again, however often the provider renews them.
create table identity.ended_sign_in (
  id       text primary key,  -- a hash of issuer, subject and time of the sign-in
  ended_at timestamptz not null default now()
);
create index ended_sign_in_ended_at_idx on identity.ended_sign_in (ended_at);

create table accounts (
  id             text primary key,  -- the subject that the identity provider proved
  email          text not null unique,  -- I22; trimmed and lower case
  name           text not null,
  email_verified boolean not null default false,  -- an unverified account is never admin, whatever its role says
  role           text not null default 'customer',
  education      text,
  address        text,
  phone          text,
  linkedin       text,
  created_at     timestamptz not null default now(),
  constraint accounts_email_is_normal check (email = lower(btrim(email)) and email <> ''),
  constraint accounts_role_is_known check (role in ('customer', 'admin')),
  constraint accounts_linkedin_is_https check (linkedin is null or linkedin like 'https://%')
);
create index accounts_text on accounts using gin ((' ' || name || ' ' || email) gin_trgm_ops);
create index accounts_admins on accounts (id) where role = 'admin';
create index accounts_newest on accounts (created_at desc, id desc);

create table access_tokens (
  token_hash bytea primary key,  -- SHA-256 of the token; the token itself is never stored
  account_id text not null references accounts (id) on delete cascade,
  session_id text,  -- the identity session it was proved by; ends with it
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint access_tokens_end_with_their_session foreign key (session_id) references identity.session (id) on delete cascade
);
create index access_tokens_of_account on access_tokens (account_id);
create index access_tokens_of_session on access_tokens (session_id);
create index access_tokens_to_forget on access_tokens (expires_at);

-- I15: one key, one effect.
create table idempotency_keys (
  account_id text not null references accounts (id) on delete cascade,
  call       text not null,
  key        text not null,
  body_hash  bytea not null,
  answer     jsonb,
  created_at timestamptz not null default clock_timestamp(),
  refusal    jsonb,  -- code, detail and fields, as the use case refused
  primary key (account_id, call, key),
  constraint idempotency_keys_have_one_answer check ((answer is null) <> (refusal is null))
);
create index idempotency_keys_to_forget on idempotency_keys (created_at);

create table contact_messages (
  id         uuid primary key default gen_random_uuid(),
  name       text not null,
  email      text not null,
  message    text not null,
  created_at timestamptz not null default now()
);

create table reviews (
  id         uuid primary key default gen_random_uuid(),
  account_id text not null references accounts (id),
  name       text not null,
  text       text not null default '',
  rating     integer not null,
  created_at timestamptz not null default clock_timestamp(),
  hidden     boolean not null default false,
  constraint reviews_rating_is_1_to_5 check (rating between 1 and 5),  -- I24
  constraint reviews_text_is_bounded check (char_length(text) <= 2000)
);
create index reviews_newest on reviews (created_at desc, id desc);
-- What everyone reads: the newest that are shown, and their average from the index alone.
create index reviews_shown_newest on reviews (created_at desc, id desc) include (rating) where not hidden;
create index reviews_text on reviews using gin ((' ' || name || ' ' || text) gin_trgm_ops);
create index reviews_of_account on reviews (account_id, created_at desc, id desc);
create index reviews_hidden_newest on reviews (created_at desc, id desc) where hidden;
