-- Up Migration

-- Within how many days after shipping the old parts of a purchase bring their deposits back: a change of the setting is for orders after it.
alter table purchases
  add column core_days integer,
  add constraint purchases_core_days_are_sensible check (core_days between 1 and 3650);
alter table purchases disable trigger user;
update purchases set core_days = coalesce((select core_days from sales_settings), 180) where core_cents > 0;
alter table purchases enable trigger user;
-- Takes the purchase since, or none from a process of the version before.
drop function if exists core_days();
