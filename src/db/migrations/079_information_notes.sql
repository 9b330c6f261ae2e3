-- Up Migration

-- Notes of a supplier's ACES files that restrict nothing, as an admin said (decision 136). Every other note is a condition of its
-- fitment, unless its words are known to be information. Supplier and note in lower case, with single spaces.
create table information_notes (
  supplier   text not null,
  note       text not null,
  decided_by text not null references accounts (id),
  decided_at timestamptz not null default now(),
  primary key (supplier, note),
  constraint information_notes_are_bounded check (length(supplier) between 1 and 300 and length(note) between 1 and 1500)
);
