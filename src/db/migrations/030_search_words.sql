-- Up Migration

-- Synonyms that admins edit (decision 078). The same rules as domain/search/synonym.ts.
create function are_synonyms(phrases text[]) returns boolean language sql immutable parallel safe as $$
  select cardinality(phrases) between 2 and 20
    and (select count(distinct phrase) = cardinality(phrases)
           and bool_and(phrase = lower(phrase) and length(phrase) between 1 and 60 and phrase ~ '^[^[:space:],]+( [^[:space:],]+)*$')
         from unnest(phrases) phrase)
$$;
alter table search_synonyms
  drop constraint search_synonyms_are_several,
  add constraint search_synonyms_are_normalized check (coalesce(are_synonyms(phrases), false));

-- What a search compares phrases by, as phraseKey in domain/search/query-words.ts: it reads only the groups that it uses.
create function phrase_keys(phrases text[]) returns text[] language sql immutable parallel safe as $$
  select array(select regexp_replace(phrase, '([^s ])s(?= |$)', '\1', 'g') from unnest(phrases) phrase)
$$;
alter table search_synonyms add column keys text[] not null generated always as (phrase_keys(phrases)) stored;
create index search_synonyms_by_key on search_synonyms using gin (keys);

-- A word that only a removed phrase had is a misspelling again, unless products say it.
create function unindex_synonyms() returns trigger language plpgsql as $$
begin
  delete from search_words
  where word in (
    select regexp_split_to_table(unaccent(phrase), ' ') from removed, unnest(phrases) phrase
    except select regexp_split_to_table(unaccent(phrase), ' ') from search_synonyms, unnest(phrases) phrase)
    and not exists (select from product_search where words @@ plainto_tsquery('product_words', word));
  return null;
end $$;
create trigger search_synonyms_unindex after delete on search_synonyms
  referencing old table as removed for each statement execute function unindex_synonyms();
create trigger search_synonyms_unindex_changed after update on search_synonyms
  referencing old table as removed for each statement execute function unindex_synonyms();
create trigger search_synonyms_announce after insert or update or delete on search_synonyms
  for each statement execute function announce_change('products');

-- Searches that found nothing, per day of UTC: normalized words only, nothing of who searched.
create table missed_searches (
  day      date not null,
  words    text not null check (length(words) between 1 and 100),
  searches integer not null check (searches > 0),
  primary key (day, words)
);
create index missed_searches_by_words on missed_searches (words);

-- Words that admins took off the list.
create table ignored_searches (
  words text primary key check (length(words) between 1 and 100)
);
