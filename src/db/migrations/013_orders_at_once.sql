-- Up Migration

-- I15: a refusal is final for its key too. A try that was held up must not succeed after its retry was told no.
alter table idempotency_keys alter column answer drop not null;
alter table idempotency_keys add column refusal jsonb;  -- code, detail and fields, as the use case refused
alter table idempotency_keys add constraint idempotency_keys_have_one_answer check ((answer is null) <> (refusal is null));

-- Whether the e-mail address of the account was unconfirmed when the pieces were taken off the shelf.
alter table orders add column unverified boolean not null default false;
create index orders_held_unverified on orders (product_id) where unverified and hold = 'held';
-- Counting unpaid orders must not read everything that a customer ever bought.
create index orders_unpaid on orders (account_id) where paid_at is null and deleted_at is null;

-- The two functions below are asked by statements that have locked the rows they are about. Each statement inside a volatile function
-- sees what is committed when it begins, so also what was committed while that lock was waited for; the asking statement does not.

-- Unpaid orders of a customer, counted up to `most`. The asking statement has locked the customer's account.
create function count_unpaid_orders(customer text, most integer) returns bigint language plpgsql volatile as $$
begin
  return (select count(*) from (
    select from orders where account_id = customer and paid_at is null and deleted_at is null limit most) unpaid);
end $$;

-- Pieces of a part that are held for accounts whose e-mail address is not confirmed, and how many of them for this customer.
-- The asking statement has locked the part.
create function count_unverified_pieces(part uuid, customer text, out held bigint, out own bigint) language plpgsql volatile as $$
begin
  select coalesce(sum(quantity), 0), coalesce(sum(quantity) filter (where account_id = customer), 0) into held, own
  from orders join accounts on accounts.id = account_id
  where product_id = part and unverified and hold = 'held' and not email_verified;
end $$;
