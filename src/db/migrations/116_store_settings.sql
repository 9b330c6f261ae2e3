-- Up Migration

-- What an admin has changed of the store's own content (decision 161). A section without a row is what the store's files say.
create table store_settings (
  section    text primary key,
  content    jsonb not null,
  version    uuid not null default gen_random_uuid(),
  changed_by text not null references accounts (id),
  changed_at timestamptz not null default clock_timestamp(),
  constraint store_settings_section_is_known check (section in ('facts', 'hours', 'returns', 'footer', 'articles')),
  constraint store_settings_content_is_an_object check (jsonb_typeof(content) = 'object')
);
