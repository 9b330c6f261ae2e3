-- At most the pieces of an order that have shipped come back, and of its cores at most as many. Of what was received, only what arrived
-- counts; requests that were declined or canceled do not. The purchase is locked.
create or replace function returns_are_of_shipped() returns trigger language plpgsql as $$
begin
  if (select sum(case returns.state when 'received' then received else quantity end)
      from return_lines join returns on returns.id = return_id
      where order_id = new.order_id and core = new.core and returns.state not in ('declined', 'canceled'))
     > (select shipped_quantity from orders where id = new.order_id) then
    raise exception 'more comes back than has shipped' using errcode = 'check_violation', constraint = 'returns_are_of_shipped';
  end if;
  return null;
end $$;
create or replace trigger returns_are_of_shipped after insert or update on return_lines
  for each row execute function returns_are_of_shipped();
