-- Up Migration

-- When the mailbox's owner took the account over from an unverified sign-up: the owner is told what was removed.
alter table accounts add column claimed_at timestamptz;

-- Links and codes of these emails are made when they are delivered: none is stored here any more, and they can be sent again at any time.
update dead_letters set mail = mail #- '{content,button}', usable_until = null where kind in ('confirm_email', 'reset_password');
