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
