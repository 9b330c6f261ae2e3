-- Up Migration

-- The admins' list of one brand or category, newest first.
create index products_of_brand on products (brand, created_at desc, id desc) where deleted_at is null;
create index products_of_category on products (category, created_at desc, id desc) where deleted_at is null;
