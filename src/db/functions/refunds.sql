-- M5: what credit notes give back of a line of an invoice is at most that line, in net and in tax. The purchase is locked.
create or replace function credit_is_of_its_line() returns trigger language plpgsql as $$
begin
  if exists (
    select from document_lines line
    cross join lateral (select sum(net_cents) as net, sum(tax_cents) as tax, sum(quantity) as pieces
                        from document_lines where reverses = line.id) given
    where line.id = new.reverses
      and (given.net < -line.net_cents or given.tax < -line.tax_cents or given.pieces > line.quantity)) then
    raise exception 'more is given back than was charged' using errcode = 'check_violation', constraint = 'credit_is_of_its_line';
  end if;
  return null;
end $$;
create or replace trigger credit_is_of_its_line after insert on document_lines
  for each row when (new.reverses is not null)
  execute function credit_is_of_its_line();

-- What is on its way back of a payment is at most that payment.
create or replace function refunds_are_of_their_payment() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from refunds where payment_id = new.payment_id and state in ('pending', 'done'))
     > (select amount_cents from payments where id = new.payment_id) then
    raise exception 'more is refunded than was paid' using errcode = 'check_violation', constraint = 'refunds_are_of_their_payment';
  end if;
  return null;
end $$;
create or replace trigger refunds_are_of_their_payment after insert or update of state, amount_cents on refunds
  for each row execute function refunds_are_of_their_payment();
