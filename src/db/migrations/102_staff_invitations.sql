-- Up Migration

-- Open invitations to become an admin: a row goes when it is accepted or withdrawn. The hashes are those of the tokens in its emails,
-- each made when the email is delivered: nothing here opens anything (decision 150).
create table staff_invitations (
  id           uuid primary key default gen_random_uuid(),
  email        text not null unique,
  token_hashes bytea[] not null default '{}',
  invited_by   text not null references accounts (id),
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  constraint staff_invitations_email_is_normal check (email = lower(btrim(email)) and email <> '')
);
