-- Up Migration

-- The address of a part's public page, /parts/<slug> (decision 076): its name and part number in lower-case ASCII, at most 190 characters.

create function slug_of(text) returns text language sql stable strict parallel safe as $$
  select trim(both '-' from regexp_replace(
    lower(translate(unaccent($1), '''’', '') collate "C"), '[^a-z0-9]+', '-', 'g'))
$$;

-- The slug that a part would have if no other part had it. A long name ends at a word.
create function product_slug(name text, part_number text) returns text language sql stable strict parallel safe as $$
  select coalesce(nullif(concat_ws('-', nullif(words, ''), nullif(number, '')), ''), 'part')
  from (select case when length(long) > 80 then left(regexp_replace(left(long, 81), '-[^-]*$', ''), 80) else long end as words,
               left(replace(slug_of(part_number), '-', ''), 60) as number
        from slug_of(name) as long) slug
$$;

-- Every slug that a part has or had: an old one redirects. The reference is checked at the commit, as a slug is claimed before its part is there.
create table product_slugs (
  slug       text primary key,
  product_id uuid not null references products (id) on delete cascade deferrable initially deferred,
  constraint product_slugs_are_plain check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 190)
);
create index product_slugs_of_product on product_slugs (product_id);

-- Gives a part its slug. Where another part on sale has or had it, part of the id is appended; a deleted part gives it up.
create function claim_product_slug(product uuid, name text, part_number text) returns text language plpgsql as $$
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

-- changed_at: when what the part's page says last changed, apart from the stock. For sitemaps.
alter table products add column slug text, add column changed_at timestamptz;

create temporary table first_slugs on commit drop as
  select id, case when place = 1 then base else base || '-' || left(replace(id::text, '-', ''), 8) end as slug from (
    select id, base, row_number() over (partition by base order by deleted_at is not null, created_at, id) as place
    from (select *, product_slug(name, part_number) as base from products) named) numbered;
-- What is still taken then: one part's name and number are another's slug with its digits.
update first_slugs set slug = slug || '-' || replace(id::text, '-', '') where id in (
  select id from (select id, row_number() over (partition by slug order by length(slug), id) as place from first_slugs) twice where place > 1);
insert into product_slugs (slug, product_id) select slug, id from first_slugs;
update products set slug = first_slugs.slug, changed_at = created_at from first_slugs where first_slugs.id = products.id;
set constraints all immediate;
alter table products alter column slug set not null, alter column slug set default '',
  alter column changed_at set not null, alter column changed_at set default now();

create function set_product_slug() returns trigger language plpgsql as $$
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
create trigger products_set_slug before insert or update of picture, name, about, brand, category, part_number, price_cents, min_order, deleted_at
  on products for each row execute function set_product_slug();
