-- Up Migration

-- Where each picture is: a folder of this machine, a bucket, or a hosted service, whose pictures have their full URL as key (decision 094).
-- `moved_to`: its address elsewhere, after a move that gave it another one (npm run move-pictures).
alter table images
  add column place    text not null default 'disk',
  add column moved_to text;
update images set place = 'host' where key like 'http%';
alter table images
  add constraint images_place_is_known check (place in ('disk', 's3', 'host')),
  add constraint images_moved_elsewhere check (moved_to <> key and moved_to <> '/images/' || key || '.webp');

-- Uploads to a bucket that have begun. One that ended halfway leaves its row, by which a job deletes the files.
create table picture_uploads (
  key        text primary key,
  started_at timestamptz not null default clock_timestamp()
);

-- I14: an order's picture is a snapshot and never changes, but the same picture may get another address: the one that `images` says, with
-- nothing else changed.
create function picture_only_moved(old_order orders, new_order orders) returns boolean language sql stable as $$
  select to_jsonb(new_order) - 'picture' = to_jsonb(old_order) - 'picture'
     and exists (
       select from images
       where key in (old_order.picture, substring(old_order.picture from '^/images/(.+)\.webp$'))
         and moved_to = new_order.picture)
$$;
drop trigger orders_only_move_forward on orders;
create trigger orders_only_move_forward before update on orders
  for each row when (old.picture is not distinct from new.picture or not picture_only_moved(old, new))
  execute function orders_only_move_forward();
