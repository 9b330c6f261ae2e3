-- Up Migration

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

-- The others are the same as before.
update part_numbers set number = number where number collate "C" ~ '[^ -~]';
-- Numbers of which nothing was left.
insert into part_numbers (product_id, kind, number)
select id, 'own', part_number from products
where deleted_at is null and part_number collate "C" ~ '[^ -~]' and normal_part_number(part_number) <> ''
on conflict do nothing;
