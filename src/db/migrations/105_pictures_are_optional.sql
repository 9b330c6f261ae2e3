-- Up Migration

-- A part without a picture has a blank one, and pages show a drawing in its place (decision 155).
alter table products drop constraint products_words_are_given;
alter table products add constraint products_words_are_given check (btrim(name) <> '' and btrim(about) <> '') not valid;
alter table products validate constraint products_words_are_given;
