-- Up Migration

-- I7. What orders give back comes on top of what was received meanwhile: a part may then have more pieces than an admin may enter.
alter table products drop constraint products_available_is_not_negative;
alter table products add constraint products_available_is_not_negative check (available >= 0);
