-- Up Migration

-- Products that one statement changes are indexed together (decision 118): each alone took a millisecond, and a file changes 100,000 of them.
-- A statement's trigger can see its rows only if it runs for every column, so also for the stock of each order. So the trigger of the
-- rows notes them, and the one of the statement, which runs after it, indexes them.
create or replace function index_changed_product() returns trigger language plpgsql as $$
declare
  noted text := concat_ws(',', nullif(current_setting('driveline.changed_products', true), ''), new.id::text);
begin
  -- A statement may change millions: their ids do not pile up.
  if length(noted) > 20000 then
    perform index_products(string_to_array(noted, ',')::uuid[]);
    noted := '';
  end if;
  perform set_config('driveline.changed_products', noted, true);
  return null;
end $$;

create function index_noted_products() returns trigger language plpgsql as $$
declare
  noted text := current_setting('driveline.changed_products', true);
begin
  if noted <> '' then
    perform set_config('driveline.changed_products', '', true);
    perform index_products(string_to_array(noted, ',')::uuid[]);
  end if;
  return null;
end $$;
create trigger products_index_noted
  after update of name, about, brand, category, part_number, price_cents, created_at, deleted_at, hidden on products
  for each statement execute function index_noted_products();
