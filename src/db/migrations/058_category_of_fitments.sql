-- Up Migration

-- The category of the part, as searches show it; null while it is not on sale (decision 120). A vehicle with 5,000 parts is counted by
-- category from the index alone, and only the parts of the chosen category are looked up.
-- The table is written again beside the old one, which is read meanwhile: 20 million rows take some minutes. What parts fit, and which are on
-- sale, cannot be changed until it is done.
lock table product_search in share row exclusive mode;
lock table fitments in share row exclusive mode;
create table new_fitments (like fitments including defaults including constraints including identity);
alter table new_fitments add column category text;
insert into new_fitments overriding system value
select fitments.*, search.category from fitments left join product_search search using (product_id);
select setval(pg_get_serial_sequence('new_fitments', 'id'), nextval(pg_get_serial_sequence('fitments', 'id')), false);
alter table new_fitments add constraint new_fitments_pkey primary key (id);
create index new_fitments_of_product on new_fitments (product_id);
create index new_fitments_by_vehicle on new_fitments (make, model, year_from, year_to)
  include (product_id, displacement_l, cylinders, category);
alter table new_fitments add constraint new_fitments_product_id_fkey foreign key (product_id) references products (id) on delete cascade;
drop table fitments;
alter table new_fitments rename to fitments;
alter sequence new_fitments_id_seq rename to fitments_id_seq;
alter table fitments rename constraint new_fitments_pkey to fitments_pkey;
alter table fitments rename constraint new_fitments_product_id_fkey to fitments_product_id_fkey;
alter index new_fitments_of_product rename to fitments_of_product;
alter index new_fitments_by_vehicle rename to fitments_by_vehicle;
analyze fitments;

create trigger fitments_announce after insert or update or delete on fitments for each statement execute function announce_change('products');
create trigger fitments_index_added after insert on fitments
  referencing new table as added for each statement execute function index_added_fitments();
create trigger fitments_index_removed after delete on fitments
  referencing old table as removed for each statement execute function index_removed_fitments();
create trigger fitments_index_changed after update on fitments
  referencing new table as added old table as removed for each statement execute function index_changed_fitments();

-- Fitments change with their product locked, so its category does not change meanwhile.
create function categorize_fitment() returns trigger language plpgsql as $$
begin
  new.category := (select category from product_search where product_id = new.product_id);
  return new;
end $$;
create trigger fitments_categorize before insert or update of product_id on fitments
  for each row execute function categorize_fitment();

-- A change of fitments is announced even if it changes none, and a part that sells out changes none.
create function categorize_fitments() returns trigger language plpgsql as $$
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
create trigger product_search_categorize_added after insert on product_search
  referencing new table as added for each statement execute function categorize_fitments();
create trigger product_search_categorize_changed after update on product_search
  referencing new table as added old table as removed for each statement execute function categorize_fitments();
create trigger product_search_categorize_removed after delete on product_search
  referencing old table as removed for each statement execute function categorize_fitments();

create or replace function rebuild_product_search() returns void language plpgsql as $$
begin
  truncate product_search, product_counts, search_words;
  delete from part_numbers where kind = 'own';
  perform index_products(array(select id from products));
  update search_synonyms set phrases = phrases;
  update fitments set category = null
  where category is not null and not exists (select from product_search search where search.product_id = fitments.product_id);
end $$;
