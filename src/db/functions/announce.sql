-- Other processes drop what they keep in memory. Orders change stock too often for a NOTIFY inside their commit
-- (it serialises commits); the store announces those itself, right after the commit.
create or replace function announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('driveline', tg_argv[0]);
  return null;
end $$;
create or replace trigger reviews_announce after insert or delete or update on reviews
  for each statement execute function announce_change('reviews');
create or replace trigger access_tokens_announce after delete or update on access_tokens
  for each statement execute function announce_change('tokens');
create or replace trigger accounts_announce after delete or update on accounts
  for each statement execute function announce_change('tokens');
create or replace trigger search_synonyms_announce after insert or delete or update on search_synonyms
  for each statement execute function announce_change('products');
create or replace trigger vehicles_announce after insert or delete or update on vehicles
  for each statement execute function announce_change('products');
create or replace trigger products_announce after insert or delete or update of
    picture, name, about, brand, category, part_number, price_cents, list_price_cents, min_order, unit, deleted_at, hidden
  on products
  for each statement execute function announce_change('products');
-- Stores hold the vehicles in memory, and read them again when they have changed. The other trigger is for the pages that show them.
create or replace trigger vehicles_announce_list after insert or delete or update on vehicles
  for each statement execute function announce_change('vehicles');
create or replace trigger fitments_announce after insert or delete or update on fitments
  for each statement execute function announce_change('products');
