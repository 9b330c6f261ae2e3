#!/bin/sh
# For compose's PostgreSQL, once, on an empty volume: the store's role owns its database and is no superuser. The superuser postgres
# has no password: it can only connect inside the container (docker compose … exec database psql --username postgres).
set -eu
psql --username postgres --dbname postgres --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" <<'SQL'
create role driveline login password :'password';
create database driveline owner driveline;
alter role postgres password null;
SQL
