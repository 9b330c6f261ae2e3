-- Loads pg_trgm: only then may its parameter be set, below.
select show_limit();

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

-- The words of these products, lower case and without accents.
create or replace function words_of_products(ids uuid[]) returns setof text language sql stable as $$
  select distinct word from products,
    regexp_split_to_table(lower(unaccent(name || ' ' || brand || ' ' || category)), '[^[:alnum:]]+') word
  where id = any (ids) and word ~ '^[a-z]{2,40}$'
$$;

-- On sale is now: neither deleted nor hidden. A hidden part keeps its own number, by which an import finds it; searches skip it.
create or replace function index_products(ids uuid[]) returns void language plpgsql as $$
begin
  insert into product_search (product_id, words, name, category, brand, price_cents, in_stock, created_at, positions)
  select id,
         setweight(to_tsvector('product_words', separate_words(name)), 'A') ||
         setweight(to_tsvector('product_words', separate_words(brand || ' ' || category || ' ' || part_number)), 'B') ||
         setweight(to_tsvector('product_words', coalesce(array_to_string(places, ' '), '')), 'B') ||
         setweight(to_tsvector('product_words', separate_words(about)), 'D'),
         lower(name), category, brand, price_cents, available >= min_order, created_at, coalesce(places, '{}')
  from products left join places_of_products(ids) stated on stated.product_id = id
  where id = any (ids) and deleted_at is null and not hidden
  on conflict (product_id) do update set
    words = excluded.words, name = excluded.name, category = excluded.category, brand = excluded.brand, price_cents = excluded.price_cents,
    in_stock = excluded.in_stock, created_at = excluded.created_at, positions = excluded.positions;
  delete from product_search using products where product_id = id and id = any (ids) and (deleted_at is not null or hidden);
  delete from part_numbers using products
  where product_id = id and id = any (ids) and kind = 'own' and (deleted_at is not null or number <> part_number);
  insert into part_numbers (product_id, kind, number)
  select id, 'own', part_number from products
  where id = any (ids) and deleted_at is null and normal_part_number(part_number) <> ''
  on conflict do nothing;
  -- In one order, as two imports may add the same words.
  insert into search_words (word)
  select word from words_of_products(array(select id from products where id = any (ids) and not hidden)) word
  order by word on conflict do nothing;
end $$;

create or replace function index_added_products() returns trigger language plpgsql as $$
begin
  perform index_products(array(select id from added));
  return null;
end $$;
create or replace trigger products_index_added after insert on products referencing new table as added
  for each statement execute function index_added_products();

-- Products that one statement changes are indexed together (decision 081): each alone took a millisecond, and a file changes 100,000 of them.
-- A statement's trigger can see its rows only if it runs for every column, so also for the stock of each order. So the trigger of the
-- rows notes them, and the one of the statement, which runs after it, indexes them.
create or replace function index_changed_product() returns trigger language plpgsql as $$
declare
  noted text := concat_ws(',', nullif(current_setting('driveline.changed_products', true), ''), new.id::text);
begin
  -- A statement may change millions: their ids do not pile up.
  if length(noted) > 20000 then
    perform index_products(string_to_array(noted, ',')::uuid[]);
    noted := '';
  end if;
  perform set_config('driveline.changed_products', noted, true);
  return null;
end $$;
create or replace trigger products_index_changed after update of name, about, brand, category, part_number, price_cents, created_at, deleted_at, hidden on products
  for each row when ((((((((old.name is distinct from new.name or old.about is distinct from new.about) or old.brand is distinct from new.brand) or old.category is distinct from new.category) or old.part_number is distinct from new.part_number) or old.price_cents is distinct from new.price_cents) or old.created_at is distinct from new.created_at) or old.deleted_at is distinct from new.deleted_at) or old.hidden is distinct from new.hidden)
  execute function index_changed_product();

create or replace function index_stock() returns trigger language plpgsql as $$
begin
  update product_search set in_stock = new.available >= new.min_order where product_id = new.id;
  return null;
end $$;
create or replace trigger products_index_stock after update of available, min_order on products
  for each row when ((old.available >= old.min_order) <> (new.available >= new.min_order))
  execute function index_stock();

create or replace function rebuild_product_search() returns void language plpgsql as $$
begin
  truncate product_search, product_counts, search_words;
  delete from part_numbers where kind = 'own';
  perform index_products(array(select id from products));
  update search_synonyms set phrases = phrases;
  update fitments set category = null
  where category is not null and not exists (select from product_search search where search.product_id = fitments.product_id);
end $$;

-- Words of synonyms are no misspellings, and what is misspelled may be one of them.
create or replace function index_synonyms() returns trigger language plpgsql as $$
begin
  insert into search_words (word)
  select distinct word from unnest(new.phrases) phrase, unnest(string_to_array(unaccent(phrase), ' ')) word
  where word ~ '^[a-z]{2,40}$' order by word on conflict do nothing;
  return null;
end $$;
create or replace trigger search_synonyms_index after insert or update on search_synonyms
  for each row execute function index_synonyms();

-- A word that only a removed phrase had is a misspelling again, unless products say it.
create or replace function unindex_synonyms() returns trigger language plpgsql as $$
begin
  delete from search_words
  where word in (
    select regexp_split_to_table(unaccent(phrase), ' ') from removed, unnest(phrases) phrase
    except select regexp_split_to_table(unaccent(phrase), ' ') from search_synonyms, unnest(phrases) phrase)
    and not exists (select from product_search where words @@ plainto_tsquery('product_words', word));
  return null;
end $$;
create or replace trigger search_synonyms_unindex after delete on search_synonyms referencing old table as removed
  for each statement execute function unindex_synonyms();
create or replace trigger search_synonyms_unindex_changed after update on search_synonyms referencing old table as removed
  for each statement execute function unindex_synonyms();

-- Where parts go, as their fitments say (decision 080): a filter of searches, and words by which they are found. A search for what goes in
-- front finds "front left" too: such a position is also each of its words.
create or replace function position_places(place text) returns text[] language sql immutable strict parallel safe as $$
  select case when place like '% %' then string_to_array(place, ' ') || place else array[place] end
$$;

-- Of many products at once: for each alone, a plan made before fitments had statistics would read all of them for each.
create or replace function places_of_products(ids uuid[]) returns table(product_id uuid, places text[]) language sql stable as $$
  select product_id, array_agg(distinct place order by place)
  from fitments, unnest(position_places(position)) place
  where product_id = any (ids) and position is not null
  group by product_id
$$;

create or replace function add_product_counts(category_of text, brand_of text, price_band_of smallint, in_stock_of boolean, positions_of text[], change bigint) returns void language plpgsql as $$
declare
  free bigint;
begin
  select id into free from product_counts
  where category = category_of and brand = brand_of and price_band = price_band_of and in_stock = in_stock_of and positions = positions_of
  limit 1 for update skip locked;
  if found then
    update product_counts set products = products + change where id = free;
  else
    insert into product_counts (category, brand, price_band, in_stock, positions, products)
    values (category_of, brand_of, price_band_of, in_stock_of, positions_of, change);
  end if;
end $$;

create or replace function count_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_product_counts(category, brand, price_band, in_stock, positions, count(*))
    from added group by category, brand, price_band, in_stock, positions;
  elsif tg_op = 'DELETE' then
    perform add_product_counts(category, brand, price_band, in_stock, positions, -count(*))
    from removed group by category, brand, price_band, in_stock, positions;
  else
    perform add_product_counts(category, brand, price_band, in_stock, positions, sum(change)) from (
      select category, brand, price_band, in_stock, positions, 1 as change from added
      union all select category, brand, price_band, in_stock, positions, -1 from removed) changes
    group by category, brand, price_band, in_stock, positions having sum(change) <> 0;
  end if;
  return null;
end $$;
create or replace trigger product_search_counts_added after insert on product_search referencing new table as added
  for each statement execute function count_products();
create or replace trigger product_search_counts_changed after update on product_search referencing old table as removed new table as added
  for each statement execute function count_products();
create or replace trigger product_search_counts_removed after delete on product_search referencing old table as removed
  for each statement execute function count_products();

-- Fitments change with their product locked, so no two transactions index the same product at once.
create or replace function index_positions(ids uuid[]) returns void language plpgsql as $$
begin
  perform index_products(array(
    select search.product_id from product_search search left join places_of_products(ids) stated using (product_id)
    where search.product_id = any (ids) and positions <> coalesce(places, '{}') order by 1));
end $$;

create or replace function index_added_fitments() returns trigger language plpgsql as $$
begin
  perform index_positions(array(select distinct product_id from added where position is not null));
  return null;
end $$;
create or replace trigger fitments_index_added after insert on fitments referencing new table as added
  for each statement execute function index_added_fitments();

create or replace function index_removed_fitments() returns trigger language plpgsql as $$
begin
  perform index_positions(array(select distinct product_id from removed where position is not null));
  return null;
end $$;
create or replace trigger fitments_index_removed after delete on fitments referencing old table as removed
  for each statement execute function index_removed_fitments();

create or replace function index_changed_fitments() returns trigger language plpgsql as $$
begin
  perform index_positions(array(
    select product_id from added where position is not null union select product_id from removed where position is not null));
  return null;
end $$;
create or replace trigger fitments_index_changed after update on fitments referencing old table as removed new table as added
  for each statement execute function index_changed_fitments();

create or replace function index_noted_products() returns trigger language plpgsql as $$
declare
  noted text := current_setting('driveline.changed_products', true);
begin
  if noted <> '' then
    perform set_config('driveline.changed_products', '', true);
    perform index_products(string_to_array(noted, ',')::uuid[]);
  end if;
  return null;
end $$;
create or replace trigger products_index_noted after update of name, about, brand, category, part_number, price_cents, created_at, deleted_at, hidden on products
  for each statement execute function index_noted_products();

-- Fitments change with their product locked, so its category does not change in between.
create or replace function categorize_fitment() returns trigger language plpgsql as $$
begin
  new.category := (select category from product_search where product_id = new.product_id);
  return new;
end $$;
create or replace trigger fitments_categorize before insert or update of product_id on fitments
  for each row execute function categorize_fitment();

-- A change of fitments is announced even if it changes none, and a part that sells out changes none.
create or replace function categorize_fitments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if exists (select from added join fitments using (product_id)) then
      update fitments set category = added.category from added
      where fitments.product_id = added.product_id and fitments.category is distinct from added.category;
    end if;
  elsif tg_op = 'DELETE' then
    if exists (select from removed join fitments using (product_id)) then
      update fitments set category = null from removed
      where fitments.product_id = removed.product_id and fitments.category is not null;
    end if;
  elsif exists (select from added join removed using (product_id) where added.category <> removed.category) then
    update fitments set category = added.category from added join removed using (product_id)
    where fitments.product_id = added.product_id and added.category <> removed.category;
  end if;
  return null;
end $$;
create or replace trigger product_search_categorize_added after insert on product_search referencing new table as added
  for each statement execute function categorize_fitments();
create or replace trigger product_search_categorize_changed after update on product_search referencing old table as removed new table as added
  for each statement execute function categorize_fitments();
create or replace trigger product_search_categorize_removed after delete on product_search referencing old table as removed
  for each statement execute function categorize_fitments();
