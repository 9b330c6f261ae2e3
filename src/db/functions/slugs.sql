create or replace function slug_of(text) returns text language sql stable strict parallel safe as $$
  select trim(both '-' from regexp_replace(
    lower(translate(unaccent($1), '''’', '') collate "C"), '[^a-z0-9]+', '-', 'g'))
$$;

-- The slug that a part would have if no other part had it. A long name ends at a word.
create or replace function product_slug(name text, part_number text) returns text language sql stable strict parallel safe as $$
  select coalesce(nullif(concat_ws('-', nullif(words, ''), nullif(number, '')), ''), 'part')
  from (select case when length(long) > 80 then left(regexp_replace(left(long, 81), '-[^-]*$', ''), 80) else long end as words,
               left(replace(slug_of(part_number), '-', ''), 60) as number
        from slug_of(name) as long) slug
$$;

-- Gives a part its slug. Where another part on sale has or had it, part of the id is appended; a deleted part gives it up.
create or replace function claim_product_slug(product uuid, name text, part_number text) returns text language plpgsql as $$
declare
  base text := product_slug(name, part_number);
  digits text := replace(product::text, '-', '');
  candidate text;
begin
  foreach candidate in array array[base, base || '-' || left(digits, 8), base || '-' || digits] loop
    insert into product_slugs as taken (slug, product_id) values (candidate, product)
    on conflict (slug) do update set product_id = excluded.product_id
      where taken.product_id = excluded.product_id
         or exists (select from products p where p.id = taken.product_id and p.deleted_at is not null);
    if found then
      return candidate;
    end if;
  end loop;
  raise exception 'no free slug for part %', product;
end $$;

create or replace function set_product_slug() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.changed_at := new.created_at;
    new.slug := claim_product_slug(new.id, new.name, new.part_number);
  else
    new.changed_at := now();
    if product_slug(new.name, new.part_number) <> product_slug(old.name, old.part_number) then
      new.slug := claim_product_slug(new.id, new.name, new.part_number);
    end if;
  end if;
  return new;
end $$;
create or replace trigger products_set_slug before insert or update of
    picture, name, about, brand, category, part_number, price_cents, list_price_cents, min_order, unit, deleted_at, hidden
  on products
  for each row execute function set_product_slug();

-- The address of a category's or brand's page, such as /categories/<slug>. A name without Latin letters is its own address,
-- apart from dots and slashes: /categories/.. would be another page.
create or replace function listing_slug(name text) returns text language sql stable strict parallel safe as $$
  select coalesce(nullif(slug_of(name), ''), translate(lower(name), './\', '---'))
$$;

create or replace function name_listings() returns trigger language plpgsql as $$
begin
  -- In one order, as two imports may add the same names.
  insert into listing_slugs (kind, slug, name)
  select kind, listing_slug(name), name
  from (select 'category' as kind, category as name from added union select 'brand', brand from added) named
  where name <> '' order by kind, name
  on conflict do nothing;
  return null;
end $$;
create or replace trigger product_search_names_added after insert on product_search referencing new table as added
  for each statement execute function name_listings();
create or replace trigger product_search_names_changed after update on product_search referencing new table as added
  for each statement execute function name_listings();
