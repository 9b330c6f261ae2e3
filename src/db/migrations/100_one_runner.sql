-- Up Migration

-- The record of an order's email is now written with the change itself, and the email is a job (decision 149). A new store has none to
-- take over from the version before, whose position in the audit is otherwise read until the next release.
delete from order_mail_position where not exists (select from audit_entries);
