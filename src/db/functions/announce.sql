-- Stores keep the vehicles in memory for longer than responses, and read them again when they have changed.
create or replace function announce_vehicles() returns trigger language plpgsql as $$
begin
  perform pg_notify('driveline', 'vehicles');
  return null;
end $$;
create or replace trigger vehicles_announce after insert or delete or update on vehicles
  for each statement execute function announce_vehicles();
