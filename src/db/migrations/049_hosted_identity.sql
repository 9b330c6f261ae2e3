-- Up Migration

-- Sign-ins at a hosted identity provider (IDENTITY=firebase or oidc). Their users, links to a provider's subject and sessions are rows
-- of the same tables as those of the embedded provider, so that what holds for those holds for these.

-- What a session with a cookie needs of its issuer. Both tokens are encrypted with AUTH_SECRET.
create table identity.issuer_session (
  session_id    text primary key references identity."session" ("id") on delete cascade,
  id_token      text not null,                -- names the session at the issuer when the user signs out
  refresh_token text,                         -- null where the issuer gives none: the session then ends within the hour
  checked_at    timestamptz not null default now()  -- when the issuer last confirmed the sign-in
);

-- Sign-ins that ended here. Their ID tokens open no session again, however often the provider renews them.
create table identity.ended_sign_in (
  id       text primary key,                  -- a hash of issuer, subject and time of the sign-in
  ended_at timestamptz not null default now()
);
create index on identity.ended_sign_in (ended_at);
