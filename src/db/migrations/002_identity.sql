-- Up Migration

-- The tables of Better Auth (e-mail and password, Google), as its own schema generator describes them for version 1.6, in a schema of their own.
create schema identity;

create table identity."user" (
  "id" text primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null default false,
  "image" text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create table identity."session" (
  "id" text primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references identity."user" ("id") on delete cascade
);
create index on identity."session" ("userId");
create table identity."account" (
  "id" text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references identity."user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index on identity."account" ("userId");
create unique index on identity."account" ("providerId", "accountId");
create table identity."verification" (
  "id" text primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index on identity."verification" ("identifier");

-- Logout, password reset and disabling end a session; its access tokens end in the same moment.
create function identity.end_tokens_of_session() returns trigger language plpgsql as $$
begin
  delete from public.access_tokens where session_id = old."id";
  return null;
end $$;
create trigger session_ends_its_tokens after delete on identity."session"
  for each row execute function identity.end_tokens_of_session();
