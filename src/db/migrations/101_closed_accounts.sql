-- Up Migration

-- When its owner closed the account. The row stays, since orders and reviews refer to it, without personal data (decision 148).
alter table accounts add column closed_at timestamptz;
update accounts set closed_at = now() where email like 'deleted-%@deleted.invalid';
alter table accounts add constraint accounts_closed_are_nameless check (
  closed_at is null or (role = 'customer' and email like 'deleted-%@deleted.invalid' and num_nonnulls(education, address, phone, linkedin) = 0));
create index accounts_closed on accounts (id) where closed_at is not null;
