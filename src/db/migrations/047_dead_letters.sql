-- Up Migration

-- Mails that were not delivered and will not be tried again by themselves.
create table dead_letters (
  id        uuid primary key,                 -- of the queue's job: recorded once, however often its end is noted
  kind      text not null,
  recipient text not null,
  mail      jsonb not null,
  reason    text not null,                    -- as the mail server said it, without addresses
  attempts  integer not null,
  usable_until timestamptz,                   -- a link in it works until then
  failed_at timestamptz not null default clock_timestamp(),
  constraint dead_letters_reason_is_bounded check (char_length(reason) between 1 and 300),
  constraint dead_letters_attempts_are_counted check (attempts >= 0)
);
create index dead_letters_newest on dead_letters (failed_at desc, id desc);

-- The demo's mailbox shows mails as they are sent.
alter table mailbox_mails add column html text;
