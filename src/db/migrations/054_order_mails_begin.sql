-- Up Migration

-- From where in the audit it was read for mails: since then each order that was placed, paid, shipped or refunded has a note of its mail,
-- which "npm run verify" checks. Null where a store of the version before this one began: then only the notes themselves are checked.
alter table order_mail_position add column begun_id bigint;
update order_mail_position set begun_id = settled_id;
