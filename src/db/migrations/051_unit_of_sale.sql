-- Up Migration

-- What one piece of a part is: "piece", "set of 4", "kit" (decision 097). The price is per unit; stock and minimum order count units.
alter table products add column unit text not null default 'piece',
  add constraint products_unit_is_short check (length(unit) between 1 and 30 and unit = btrim(unit));

drop trigger products_announce on products;
create trigger products_announce after insert or delete
    or update of picture, name, about, brand, category, part_number, price_cents, list_price_cents, min_order, unit, deleted_at, hidden
  on products for each statement execute function announce_change('products');

drop trigger products_set_slug on products;
create trigger products_set_slug before insert
    or update of picture, name, about, brand, category, part_number, price_cents, list_price_cents, min_order, unit, deleted_at, hidden
  on products for each row execute function set_product_slug();
