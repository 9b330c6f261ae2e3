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

-- What of the orders of these purchases can still be asked to come back: parts; and cores alone, of those whose deposits are held. A part
-- that comes back has its core with it. `deposits`: those of shipped pieces, less what is on its way back. `sent_at`: the last parcel.
create or replace function returnable_pieces(purchases uuid[])
returns table (order_id uuid, parts integer, cores integer, deposits integer, sent_at timestamptz) language sql stable as $$
  select o.id, o.shipped_quantity - back.parts, greatest(least(held.deposits, o.shipped_quantity - back.cores - back.parts), 0), greatest(held.deposits, 0),
         (select max(s.shipped_at) from shipment_lines l join shipments s on s.id = l.shipment_id where l.order_id = o.id)
  from orders o
  cross join lateral (
    select coalesce(sum(case r.state when 'received' then l.received else l.quantity end) filter (where not l.core), 0)::integer as parts,
           coalesce(sum(case r.state when 'received' then l.received else l.quantity end) filter (where l.core), 0)::integer as cores,
           coalesce(sum(l.quantity) filter (where r.state <> 'received'), 0)::integer as coming
    from return_lines l join returns r on r.id = l.return_id
    where l.order_id = o.id and r.state not in ('declined', 'canceled')) back
  cross join lateral (
    select coalesce(sum(case kind when 'charged' then quantity else -quantity end), 0)::integer
           - (o.quantity - o.canceled_quantity - o.shipped_quantity) - back.coming as deposits
    from core_movements m where m.order_id = o.id) held
  where o.purchase_id = any (purchases)
$$;

-- The end of the day that is so many days after this moment, where the store is: its last second.
create or replace function end_of_day(at timestamptz, days integer, zone text) returns timestamptz language sql stable as $$
  select ((at at time zone zone)::date + days + 1)::timestamp at time zone zone - interval '1 second'
$$;

-- Within how many days after shipping the cores of a purchase may be sent back: as it was when it was placed. Those of before the store kept
-- that with the purchase have today's days; 180 as in a new store (DEFAULT_SALES_SETTINGS).
create or replace function core_days(purchase uuid default null) returns integer language sql stable as $$
  select coalesce((select core_days from purchases where id = purchase), (select core_days from sales_settings), 180)
$$;

-- By when a return that was approved at this moment should be sent.
create or replace function send_return_by(approved_at timestamptz, zone text) returns timestamptz language sql stable as $$
  select end_of_day(approved_at, 14, zone)
$$;
