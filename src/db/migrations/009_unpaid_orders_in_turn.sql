-- Up Migration

-- How many unpaid orders a customer has, counted by one ordering transaction of this customer after the other: the lock makes the
-- next one wait until the first has ended, and the count, a statement of its own in a volatile function, then sees what it stored.
-- Counted in the ordering statement itself, it would see what there was when that statement began, and a burst would pass the limit.
create function count_unpaid_orders_in_turn(customer text) returns bigint language plpgsql volatile as $$
begin
  perform from accounts where id = customer for no key update;
  return (select count(*) from orders where account_id = customer and paid_at is null and deleted_at is null);
end $$;
