-- Up Migration

-- Written on the primary while a replica is in use: the value that a replica shows tells how old its data is.
create table heartbeat (
  is_only boolean primary key default true check (is_only),
  beat_at timestamptz not null
);

-- The store alone tells its other processes what has changed (decision 147).
drop function if exists announce_change() cascade;
