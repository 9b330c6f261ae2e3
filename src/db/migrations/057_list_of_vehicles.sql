-- Up Migration

-- Stores hold the vehicles in memory, and read them again when they have changed. The other trigger is for the pages that show them.
create trigger vehicles_announce_list after insert or update or delete on vehicles
  for each statement execute function announce_change('vehicles');
