-- Up Migration

-- The local mailbox of demo mode: mails that were not sent to anyone, to be read in the browser.
create table mailbox_mails (
  id        bigint generated always as identity primary key,
  recipient text not null,
  subject   text not null,
  body      text not null,
  sent_at   timestamptz not null default clock_timestamp()
);
create index mailbox_mails_of_recipient on mailbox_mails (recipient, id desc);
