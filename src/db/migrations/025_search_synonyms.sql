-- Up Migration

-- Phrases that mean the same part, such as those of the trade (server/seed/synonyms). Lower case, words apart by one space.
create table search_synonyms (
  id      integer generated always as identity primary key,
  phrases text[] not null,
  constraint search_synonyms_are_several check (cardinality(phrases) between 2 and 20)
);

-- Words of synonyms are no misspellings, and what is misspelled may be one of them.
create function index_synonyms() returns trigger language plpgsql as $$
begin
  insert into search_words (word)
  select distinct word from unnest(new.phrases) phrase, unnest(string_to_array(unaccent(phrase), ' ')) word
  where word ~ '^[a-z]{2,40}$' order by word on conflict do nothing;
  return null;
end $$;
create trigger search_synonyms_index after insert or update on search_synonyms for each row execute function index_synonyms();

create or replace function rebuild_product_search() returns void language plpgsql as $$
begin
  truncate product_search, product_counts, search_words;
  delete from part_numbers where kind = 'own';
  perform index_products(array(select id from products));
  update search_synonyms set phrases = phrases;
end $$;
