-- Up Migration

-- The words of a text apart as those of a search are (queryWords in domain/search/query-words.ts): letters and digits, and a number with its
-- decimals. PostgreSQL's parser alone reads "M12x1.5" and "17x7.5" as a file's name and "Mr.Gasket" as a host's: one word that no search has.
alter function separate_words(text) rename to separate_words_before;
create function separate_words(text) returns text language sql immutable strict parallel safe as $$
  select translate(
    regexp_replace(regexp_replace($1, '[-/_+<&]', ' ', 'g'), '(?<![[:alnum:]])(\d+)\.(\d+)', '\1' || chr(1) || '\2 ', 'g'),
    '.' || chr(1), ' .')
$$;

-- Only parts that read otherwise are indexed again.
create temporary table read_otherwise on commit drop as
  select id from products, concat_ws(' ', name, brand, category, part_number, about) said
  where deleted_at is null and not hidden
    -- The others cannot read otherwise, and need not be taken apart.
    and said ~ '[+<&]|\.[^[:space:]]'
    and strip(to_tsvector('product_words', separate_words(said))) <> strip(to_tsvector('product_words', separate_words_before(said)));
select index_products(array(select id from read_otherwise order by id));

-- The names of categories and brands, last: their table is locked until the end.
alter table listing_slugs drop column words;
alter table listing_slugs add column words tsvector not null
  generated always as (to_tsvector('product_words'::regconfig, separate_words(name))) stored;
drop function separate_words_before(text);
