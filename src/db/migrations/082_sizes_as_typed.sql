-- Up Migration

-- The words of a text as those of a search are (separateSizes in domain/search/sizes.ts): "5x114.3", "5 x 114.3" and "5 × 114.3" are 5 and
-- 114.3, "282mm" is 282 and mm, "5W-30" is 5, w and 30, and "1,5 L" is 1.5 and l. A keyboard has no ×.
create or replace function separate_words(text) returns text language sql immutable strict parallel safe as $$
  select translate(
    regexp_replace(regexp_replace(
      regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        $1,
        '(\d),(?=\d{1,2}(?!\d))', '\1.', 'g'),
        '(\d)\s{0,3}[x×X*]\s{0,3}(?=\d)', '\1 ', 'g'),
        '(\d)[wW][-[:space:]]?(?=\d\d)', '\1 w ', 'g'),
        '(\d)[-[:space:]]?(?:''''|["″”]|inch(?:es)?(?![[:alnum:]]))', '\1 in ', 'gi'),
        '(\d)[-[:space:]]?amps?(?![[:alnum:]])', '\1 a ', 'gi'),
        '(\d)[-[:space:]]?volts?(?![[:alnum:]])', '\1 v ', 'gi'),
        '(\d)[-[:space:]]?watts?(?![[:alnum:]])', '\1 w ', 'gi'),
        '(\d)[-[:space:]]?(?:lt|lit(?:er|re)s?)(?![[:alnum:]])', '\1 l ', 'gi'),
        '(?<![[:alnum:].])(\d{1,6}(?:\.\d{1,3})?)(mm|cm|in|l|v|w|a|ah|oz|qts?|psi|ft|cca|mhz|gal)(?![[:alnum:]])',
        '\1 \2', 'gi'),
      '[-/_+<&]', ' ', 'g'),
      '(?<![[:alnum:]])(\d+)\.(\d+)', '\1' || chr(1) || '\2 ', 'g'),
    '.' || chr(1), ' .')
$$;

-- The most similar word with at most so many letters added, left out or changed; two letters that changed places are one mistake: "plgu".
create or replace function nearest_search_word(typed text, mistakes integer) returns text language sql stable
  set pg_trgm.similarity_threshold = 0.15 as $$
  select coalesce(
    (select word from search_words, generate_series(1, length(typed) - 1) at,
       lateral (select left(typed, at - 1) || substr(typed, at + 1, 1) || substr(typed, at, 1) || substr(typed, at + 2) as swapped) other
     where word in (swapped, regexp_replace(swapped, 's$', '')) order by at, word limit 1),
    (select word from search_words
     where word % typed and levenshtein_less_equal(word, typed, mistakes) <= mistakes
     order by levenshtein(word, typed), similarity(word, typed) desc, word limit 1))
$$;

-- Only parts with a digit can read otherwise.
select index_products(array(
  select id from products
  where deleted_at is null and not hidden and concat_ws(' ', name, brand, category, part_number, about) ~* '\d\s*([x×*"″”,]|''''|w|mm|cm|in|l|v|a|oz|qt|psi|ft|cca|mhz|gal)'
  order by id));
update listing_slugs set name = name where name ~ '\d';
