-- Up Migration

-- I20: an access token ends with the session that proved it, also one that is taken at the very moment in which the session ends.
-- The trigger that deleted a session's tokens could not see a token whose transaction was still open, and that token lived on;
-- with a foreign key the two wait for each other, and whoever comes second finds the session gone or the token there.
delete from access_tokens
where session_id is not null and not exists (select from identity."session" s where s."id" = session_id);
alter table access_tokens add constraint access_tokens_end_with_their_session
  foreign key (session_id) references identity."session" ("id") on delete cascade;

drop trigger session_ends_its_tokens on identity."session";
drop function identity.end_tokens_of_session();
