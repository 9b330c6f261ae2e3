-- Up Migration

-- Sizes are indexed as searches read them (separate_words). Only parts with a digit can read otherwise. A new database does not have
-- index_products yet.
do $$ begin
  if to_regprocedure('index_products(uuid[])') is not null then
    perform index_products(array(
      select id from products
      where deleted_at is null and not hidden and concat_ws(' ', name, brand, category, part_number, about) ~* '\d\s*([x×*"″”,]|''''|w|mm|cm|in|l|v|a|oz|qt|psi|ft|cca|mhz|gal)'
      order by id));
    update listing_slugs set name = name where name ~ '\d';
  end if;
end $$;
