-- Up Migration

-- What the customer chose at the checkout, as the name of the delivery: a change of the method is for orders after it. Null for orders from
-- before, and for parts that were ordered alone.
alter table purchases
  add column delivery_days_min integer,
  add column delivery_days_max integer,
  add constraint purchases_delivery_days_are_a_span check (
    (delivery_days_min is null) = (delivery_days_max is null)
    and delivery_days_min >= 0 and delivery_days_max between delivery_days_min and 365);
