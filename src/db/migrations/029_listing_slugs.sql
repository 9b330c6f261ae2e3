-- Up Migration

-- The address of a category's or brand's page, such as /categories/<slug>. A name without Latin letters is its own address,
-- apart from dots and slashes: /categories/.. would be another page.
create function listing_slug(name text) returns text language sql stable strict parallel safe as $$
  select coalesce(nullif(slug_of(name), ''), translate(lower(name), './\', '---'))
$$;

-- Every category and brand that a part on sale has or had; product_counts says how many parts it has now.
create table listing_slugs (
  kind text not null check (kind in ('category', 'brand')),
  slug text not null,
  name text not null,
  primary key (kind, slug, name)
);

create function name_listings() returns trigger language plpgsql as $$
begin
  -- In one order, as two imports may add the same names.
  insert into listing_slugs (kind, slug, name)
  select kind, listing_slug(name), name
  from (select 'category' as kind, category as name from added union select 'brand', brand from added) named
  where name <> '' order by kind, name
  on conflict do nothing;
  return null;
end $$;
create trigger product_search_names_added after insert on product_search
  referencing new table as added for each statement execute function name_listings();
create trigger product_search_names_changed after update on product_search
  referencing new table as added for each statement execute function name_listings();

insert into listing_slugs (kind, slug, name)
select kind, listing_slug(name), name
from (select 'category' as kind, category as name from product_counts union select 'brand', brand from product_counts) named
where name <> '';
