-- Up Migration

-- A charge that pays no purchase (it was deleted, sold out, or paid before) is `unneeded`. Its refund, which was a column of its
-- payment, is a row of refunds like all others, with the cause `no_order` and without a credit note (decision 170).
alter table payments drop constraint payments_state_is_known, drop constraint payments_refund_is_known;
alter table payments add constraint payments_state_is_known check (state in ('creating', 'live', 'succeeded', 'unneeded', 'canceled'));
alter table refunds drop constraint refunds_cause_is_known;
alter table refunds add constraint refunds_cause_is_known check (
  cause in ('cancel', 'return', 'core', 'delivery', 'goodwill', 'provider', 'no_order'));
insert into refunds (purchase_id, payment_id, amount_cents, state, cause, created_at, done_at)
select o.purchase_id, p.id, p.amount_cents, p.refund_state, 'no_order', p.created_at, case p.refund_state when 'done' then p.created_at end
from payments p join orders o on o.id = p.order_id where p.refund_state is not null;
update payments set state = 'unneeded', retry_at = null, refusals = 0 where refund_state is not null;
drop index payments_one_charge_per_order, payments_to_check, payments_refund_due, payments_to_recheck;
alter table payments drop column refund_state;
-- I5
create unique index payments_one_charge_per_order on payments (order_id) where state = 'succeeded';
create index payments_to_check on payments (checked_at nulls first) where state in ('creating', 'live');
create index payments_to_recheck on payments (retry_at) where state in ('canceled', 'succeeded') and retry_at is not null;
create index refunds_of_payment on refunds (payment_id);
