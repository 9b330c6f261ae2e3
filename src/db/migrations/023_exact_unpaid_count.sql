-- Up Migration

-- Since 013 every order counts with count_unpaid_orders, at any distance from the limit: nothing calls this one any more.
drop function count_unpaid_orders_in_turn(text);
