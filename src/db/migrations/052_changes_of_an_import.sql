-- Up Migration

-- An undo reads them product by product.
create index import_changes_in_order on import_changes (import_id, product_id, id);
drop index import_changes_of_import;
