create or replace function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only ever appended' using errcode = 'check_violation', constraint = 'ledger_is_append_only';
end $$;
create or replace trigger document_lines_are_append_only before delete or update on document_lines
  for each row execute function ledger_is_append_only();
create or replace trigger core_movements_are_append_only before delete or update on core_movements
  for each row execute function ledger_is_append_only();
create or replace trigger documents_are_not_deleted before delete on documents
  for each row execute function ledger_is_append_only();

-- The buyer of a document of a closed account may be erased, with nothing else changed (decision 148).
create or replace function buyer_only_erased(old_document documents, new_document documents) returns boolean language sql stable as $$
  select to_jsonb(new_document) - 'buyer' = to_jsonb(old_document) - 'buyer'
     and new_document.buyer = '{"name": "Former customer", "email": "", "address": ""}'
     and exists (select from orders join accounts on accounts.id = account_id
                 where orders.id = new_document.purchase_id and closed_at is not null)
$$;
create or replace trigger documents_never_change before update on documents
  for each row when (not buyer_only_erased(old, new))
  execute function ledger_is_append_only();
