-- Up Migration

-- What a category's parts are compared by: "Thickness, mm". The owner edits them (decision 158).
create table specification_fields (
  id       integer generated always as identity primary key,
  category text not null,  -- in any case
  name     text not null,
  unit     text not null default '',
  type     text not null default 'text',
  position smallint not null,
  constraint specification_fields_type_is_known check (type in ('text', 'number')),
  constraint specification_fields_are_short check (
    length(category) between 1 and 100 and length(name) between 1 and 60 and length(unit) <= 12)
);
create unique index specification_fields_of_category on specification_fields (lower(category), lower(name));

-- `specifications`: the values by the ids of their fields. In the row, so that lists read them without another statement.
alter table products
  add column condition text not null default 'new',
  add column gtin text not null default '',
  add column specifications jsonb not null default '{}',
  add constraint products_condition_is_known check (condition in ('new', 'remanufactured', 'used')) not valid,
  add constraint products_gtin_is_digits check (gtin = '' or gtin ~ '^([0-9]{8}|[0-9]{12,14})$') not valid,
  add constraint products_specifications_are_an_object check (jsonb_typeof(specifications) = 'object') not valid;
alter table products validate constraint products_condition_is_known;
alter table products validate constraint products_gtin_is_digits;
alter table products validate constraint products_specifications_are_an_object;
