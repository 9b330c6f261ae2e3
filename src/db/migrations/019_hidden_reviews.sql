-- Up Migration

-- Admins hide a review and show it again (decision 063); each change has its audit row.
alter table reviews add column hidden boolean not null default false;
-- What everybody reads: the newest that are shown, and their average from the index alone.
create index reviews_shown_newest on reviews (created_at desc, id desc) include (rating) where not hidden;

-- The finder names makes as people know them; importers, converters and coach builders that the source lists as makes are gone,
-- unless a part fits their vehicles. vehicles.csv says the same for new stores.
create temporary table make_names (old text primary key, new text) on commit drop;
insert into make_names values
  ('American Motors Corporation', 'AMC'),
  ('Bitter Gmbh and Co. Kg', 'Bitter'),
  ('Consulier Industries Inc', 'Consulier'),
  ('Laforza Automobile Inc', 'Laforza'),
  ('London Coach Co Inc', 'London Taxi'),
  ('McLaren Automotive', 'McLaren'),
  ('Panther Car Company Limited', 'Panther'),
  ('Panoz Auto-Development', 'Panoz'),
  ('Panos', 'Panoz'),
  ('TVR Engineering Ltd', 'TVR'),
  ('Ruf Automobile Gmbh', 'Ruf'),
  ('Saleen Performance', 'Saleen'),
  ('Vixen Motor Company', 'Vixen'),
  ('Volga Associated Automobile', 'Lada'),
  ('Autokraft Limited', 'Autokraft'),
  ('CODA Automotive', 'CODA'),
  ('Evans Automobiles', 'Evans'),
  ('Excalibur Autos', 'Excalibur'),
  ('Roush Performance', 'Roush'),
  ('ASC Incorporated', null),
  ('Aurora Cars Ltd', null),
  ('Bill Dovell Motor Car Company', null),
  ('CCC Engineering', null),
  ('Dabryan Coach Builders Inc', null),
  ('E. P. Dutton, Inc.', null),
  ('Environmental Rsch and Devp Corp', null),
  ('Federal Coach', null),
  ('General Motors', null),
  ('Goldacre', null),
  ('Grumman Allied Industries', null),
  ('Grumman Olson', null),
  ('Import Foreign Auto Sales Inc', null),
  ('Import Trade Services', null),
  ('Isis Imports Ltd', null),
  ('J.K. Motors', null),
  ('JBA Motorcars, Inc.', null),
  ('Lambda Control Systems', null),
  ('Mcevoy Motors', null),
  ('PAS Inc - GMC', null),
  ('PAS, Inc', null),
  ('Quantum Technologies', null),
  ('Red Shift Ltd.', null),
  ('S and S Coach Company  E.p. Dutton', null),
  ('Superior Coaches Div E.p. Dutton', null),
  ('Tecstar, LP', null),
  ('Texas Coach Company', null),
  ('Wallace Environmental', null);
update vehicles set make = new from make_names where make = old and new is not null;
update fitments set make = new from make_names where make = old and new is not null;
delete from vehicles using make_names
where make = old and new is null
  and not exists (select from fitments where fitments.make = vehicles.make and fitments.model = vehicles.model);
