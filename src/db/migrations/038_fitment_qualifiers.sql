-- Up Migration

-- What else a fitment says: how many pieces the vehicle takes and where, which of its vehicles it means, a note, and who said it (decision 084).
-- Null: not stated. No row is rewritten, and the CHECKs are not tried on the rows that are there, which state nothing: on 20 million rows
-- either would stop the store for as long.
alter table fitments
  add column quantity   smallint,           -- pieces per vehicle
  add column position   text,
  add column drive      text,
  add column body       text,               -- "Coupe"
  add column built_from date,
  add column built_to   date,
  add column option     text,               -- "with sport suspension"
  add column note       text,
  add column source     text not null default 'shop';
alter table fitments
  add constraint fitments_quantity_is_sensible check (quantity between 1 and 99) not valid,
  add constraint fitments_position_is_known check (position in (
    'front', 'rear', 'left', 'right', 'front left', 'front right', 'rear left', 'rear right', 'upper', 'lower', 'front upper', 'front lower',
    'rear upper', 'rear lower', 'inner', 'outer')) not valid,
  add constraint fitments_drive_is_known check (drive in ('FWD', 'RWD', 'AWD', '4WD')) not valid,
  add constraint fitments_texts_are_short check (
    length(body) between 1 and 60 and length(option) between 1 and 120 and length(note) between 1 and 500) not valid,
  add constraint fitments_built_in_order check (built_from <= built_to) not valid,
  add constraint fitments_source_is_known check (source in ('shop', 'aces')) not valid;
