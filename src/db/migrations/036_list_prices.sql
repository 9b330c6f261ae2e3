-- Up Migration

-- What a part cost before its sale, in cents; null without one (decision 083). Orders use the price alone.
alter table products add column list_price_cents integer,
  add constraint products_list_price_is_above_price check (list_price_cents > price_cents);

-- A price that reaches it ends the sale, whoever changes it: a file, many rows at once, or a store of the version before.
create function end_sale() returns trigger language plpgsql as $$
begin
  if new.list_price_cents is not distinct from old.list_price_cents and new.list_price_cents <= new.price_cents then
    new.list_price_cents := null;
  end if;
  return new;
end $$;
create trigger products_end_sale before update of price_cents on products for each row execute function end_sale();

drop trigger products_announce on products;
create trigger products_announce after insert or delete
    or update of picture, name, about, brand, category, part_number, price_cents, list_price_cents, min_order, deleted_at, hidden
  on products for each statement execute function announce_change('products');

drop trigger products_set_slug on products;
create trigger products_set_slug before insert
    or update of picture, name, about, brand, category, part_number, price_cents, list_price_cents, min_order, deleted_at, hidden
  on products for each row execute function set_product_slug();
