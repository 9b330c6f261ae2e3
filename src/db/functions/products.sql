-- A price that reaches it ends the sale, whoever changes it: a file, many rows at once, or a store of the version before.
create or replace function end_sale() returns trigger language plpgsql as $$
begin
  if new.list_price_cents is not distinct from old.list_price_cents and new.list_price_cents <= new.price_cents then
    new.list_price_cents := null;
  end if;
  return new;
end $$;
create or replace trigger products_end_sale before update of price_cents on products
  for each row execute function end_sale();

-- The specifications that a part of this category shows, in the owner's order: [{"name", "unit", "value"}], at most so many.
create or replace function specifications_of(of_category text, given jsonb, most integer) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', name, 'unit', unit, 'value', value) order by position, id), '[]')
  from (
    select name, unit, given ->> id::text as value, position, id from specification_fields
    where given <> '{}' and lower(category) = lower(of_category) and given ? id::text
    order by position, id limit most) listed
$$;
