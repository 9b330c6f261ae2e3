-- A part number as it is compared: upper case, letters without accents and digits only, O as 0. The same rule as
-- domain/search/part-number.ts. Before, letters that are not in ASCII were left out: "Ö100" was 100, and "АБ-12" 12.
create or replace function normal_part_number(number text) returns text language sql immutable strict parallel safe as $$
  select translate(case
    when number collate "C" !~ '[^ -~]' then upper(regexp_replace(number collate "C", '[^0-9A-Za-z]', '', 'g'))
    else upper(replace(
      regexp_replace(
        normalize(regexp_replace(normalize(number, nfkd), '([A-Za-z\u00c0-\u024f])[\u0300-\u036f]+', '\1', 'g'), nfkc),
        '[^[:alnum:]]', '', 'g'),
      'ß', 'SS'))
    end, 'O', '0')
$$;

-- The digits of a phone number without its extension, last one first: numbers that end alike, as with and without a country code, begin
-- alike. The separators are those of SHAPE in domain/shared/phone.ts.
create or replace function reversed_phone(phone text) returns text language sql immutable strict parallel safe as $$
  select reverse(regexp_replace(substring(phone from '[+(0-9][-+()0-9 ./·,*–]*'), '[^0-9]', '', 'g'))
$$;

-- The price bands that visitors choose from: the same as PRICE_BANDS in domain/search/facets.ts, in cents.
create or replace function price_band(cents integer) returns smallint language sql immutable strict parallel safe as $$
  select width_bucket(cents, array[2500, 5000, 10000, 25000, 50000])::smallint
$$;

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

-- Synonyms that admins edit (decision 073). The same rules as domain/search/synonym.ts.
create or replace function are_synonyms(phrases text[]) returns boolean language sql immutable parallel safe as $$
  select cardinality(phrases) between 2 and 20
    and (select count(distinct phrase) = cardinality(phrases)
           and bool_and(phrase = lower(phrase) and length(phrase) between 1 and 60 and phrase ~ '^[^[:space:],]+( [^[:space:],]+)*$')
         from unnest(phrases) phrase)
$$;

-- What a search compares phrases by, as phraseKey in domain/search/query-words.ts: it reads only the groups that it uses.
create or replace function phrase_keys(phrases text[]) returns text[] language sql immutable parallel safe as $$
  select array(select regexp_replace(phrase, '([^s ])s(?= |$)', '\1', 'g') from unnest(phrases) phrase)
$$;
