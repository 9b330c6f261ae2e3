-- Up Migration

-- What was sold on each day of UTC, so that the overview need not read every paid order (decision 066). A day has as many rows as payments
-- were settled at the same moment: none waits for another.
create table sales (
  id     bigint generated always as identity primary key,
  day    date not null,
  orders bigint not null,
  cents  bigint not null
);
create index sales_of_day on sales (day);
insert into sales (day, orders, cents)
select (paid_at at time zone 'utc')::date, count(*), sum(total_cents) from orders where paid_at is not null group by 1;

create function count_sale() returns trigger language plpgsql as $$
declare
  sold_on date := (new.paid_at at time zone 'utc')::date;
  free bigint;
begin
  select id into free from sales where day = sold_on limit 1 for update skip locked;
  if found then
    update sales set orders = orders + 1, cents = cents + new.total_cents where id = free;
  else
    insert into sales (day, orders, cents) values (sold_on, 1, new.total_cents);
  end if;
  return null;
end $$;
-- An order is paid once, and stays so.
create trigger orders_count_sale after update of paid_at on orders
  for each row when (old.paid_at is null and new.paid_at is not null) execute function count_sale();
create trigger orders_count_inserted_sale after insert on orders
  for each row when (new.paid_at is not null) execute function count_sale();

-- An e-mail is looked for among the accounts, which are fewer than their orders.
drop index orders_text;
create index orders_text on orders
  using gin ((' ' || product_name || ' ' || customer_name) gin_trgm_ops) with (fastupdate = off) where hold <> 'held';

create index reviews_text on reviews using gin ((' ' || name || ' ' || text) gin_trgm_ops);
create index reviews_of_account on reviews (account_id, created_at desc, id desc);
create index reviews_hidden_newest on reviews (created_at desc, id desc) where hidden;

-- The shelf without a search: counted and leafed through by what is in the index alone. An order changes none of this.
create index products_categories on products (category, brand) where deleted_at is null;
drop index products_newest;
create index products_newest on products (created_at desc, id desc) include (category, brand) where deleted_at is null;
create index products_by_price on products (price_cents, id) include (category, brand) where deleted_at is null;
create index products_by_name on products (lower(name), id) include (name, category, brand) where deleted_at is null;
