-- Up Migration

-- Admins hide a review and show it again (decision 063); each change has its audit row.
alter table reviews add column hidden boolean not null default false;
-- What everybody reads: the newest that are shown, and their average from the index alone.
create index reviews_shown_newest on reviews (created_at desc, id desc) include (rating) where not hidden;
