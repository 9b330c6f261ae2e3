-- Up Migration

-- The other pictures of a part, in their order: URLs as in `picture`, apart by spaces. In the row, as pages
-- show them together (decision 164).
alter table products
  add column more_pictures text not null default '',
  add constraint products_more_pictures_are_listed check (more_pictures ~ '^(\S+( \S+){0,7})?$') not valid;
alter table products validate constraint products_more_pictures_are_listed;
