import type pg from 'pg'

/** The size of a generated catalogue, in rows. All parts have the same number of fitments. */
export type CatalogueSize = { parts: number; fitments: number }

/**
 * Inserts parts with numbers and fitments of real vehicles into a migrated store with demo data, by SQL, the
 * same for every run. A few models have most of the fitments, as in a real catalogue.
 * @param client a superuser, with `session_replication_role = replica`; the caller builds the search index.
 */
export async function insertCatalogue(client: pg.ClientBase, size: CatalogueSize): Promise<void> {
  for (const statement of ['begin', ...catalogue(size), 'commit']) await client.query(statement)
}

/** A pseudorandom number below `most`, derived from the row number. */
const hashed = (row: string, salt: number, max: string) =>
  `(hashint8extended(${row}, ${salt}) & 2147483647) % ${max}`

const catalogue = ({ parts, fitments }: CatalogueSize): string[] => [
  `create temporary table nouns on commit drop as
   select row_number() over () - 1 as nr, * from (values
     ('brake pads', 'Brakes'), ('brake rotor', 'Brakes'), ('brake caliper', 'Brakes'), ('brake hose', 'Brakes'), ('wheel cylinder', 'Brakes'),
     ('oil filter', 'Filters'), ('air filter', 'Filters'), ('cabin filter', 'Filters'), ('fuel filter', 'Filters'),
     ('spark plug', 'Ignition'), ('ignition coil', 'Ignition'), ('glow plug', 'Ignition'),
     ('shock absorber', 'Suspension'), ('strut', 'Suspension'), ('control arm', 'Suspension'), ('ball joint', 'Suspension'), ('tie rod end', 'Steering'),
     ('alternator', 'Electrical'), ('starter motor', 'Electrical'), ('oxygen sensor', 'Sensors'), ('crankshaft sensor', 'Sensors'),
     ('water pump', 'Cooling'), ('radiator', 'Cooling'), ('thermostat', 'Cooling'), ('radiator hose', 'Cooling'),
     ('timing belt', 'Engine'), ('serpentine belt', 'Engine'), ('valve cover gasket', 'Engine'), ('engine mount', 'Engine'), ('fuel pump', 'Fuel'),
     ('headlight', 'Lighting'), ('tail light', 'Lighting'), ('wiper blade', 'Body'), ('side mirror', 'Body'), ('wheel bearing', 'Drivetrain'),
     ('cv axle', 'Drivetrain'), ('clutch kit', 'Drivetrain'), ('exhaust muffler', 'Exhaust'), ('catalytic converter', 'Exhaust')) list (noun, category)`,
  `create temporary table new_parts on commit drop as
   select i, gen_random_uuid() as id, model.picture,
          (array['Ceramic','Semi-metallic','Heavy duty','Sport','Economy','Long life','Sealed','Premium','OE style'])[1 + ${hashed('i', 1, '9')}] || ' ' || noun ||
          (array['',', front',', rear',', left',', right',', kit'])[1 + ${hashed('i', 2, '6')}] as name,
          'A ' || noun || ' for daily driving, tested to the maker''s figures. Comes with bolts and clips where the vehicle needs them. Size ' || i % 977 || ' mm.' as about,
          'Maker ' || power(${hashed('i', 3, '1000')}, 0.8)::int as brand, category, 'DX-' || upper(to_hex(i * 7919 + 1048576)) as part_number,
          400 + ${hashed('i', 4, '40000')} as price_cents, (${hashed('i', 5, '10')} > 0)::int * ${hashed('i', 6, '300')} as available,
          now() - interval '3 years' + make_interval(secs => i * 60) as at
   from generate_series(1, ${parts}::bigint) i
   join nouns on nr = ${hashed('i', 7, '39')},
        (select picture from products where deleted_at is null order by created_at desc limit 1) model`,
  `insert into products (id, picture, name, about, brand, category, part_number, price_cents, available, min_order, created_at, slug)
   select id, picture, name, about, brand, category, part_number, price_cents, available, 1, at, product_slug(name, part_number) from new_parts`,
  `insert into product_slugs (slug, product_id) select product_slug(name, part_number), id from new_parts on conflict do nothing`,
  `insert into stock_movements (product_id, kind, quantity, at) select id, 'received', available, at from new_parts`,
  // Every seventh part has another maker's number.
  `insert into part_numbers (product_id, kind, number)
   select id, 'OE', 'OE ' || to_hex(i * 31 + 99) || '-' || i % 97 from new_parts where i % 7 = 0`,
  `create temporary table models on commit drop as
   select row_number() over (order by count(*) desc, make, model) - 1 as nr, make, model, min(year) as first, max(year) as last
   from vehicles group by make, model`,
  `create unique index on models (nr)`,
  `create temporary table fitments_definition on commit drop as
   select indexname, indexdef from pg_indexes where schemaname = current_schema() and tablename = 'fitments' and indexname <> 'fitments_pkey'`,
  `do $$ declare one record; begin for one in select * from fitments_definition loop execute format('drop index %I', one.indexname); end loop; end $$`,
  // The square of an even distribution: the tenth of the models with the most vehicles has a third of the
  // fitments. A part's position matches its name.
  `insert into fitments (product_id, category, make, model, year_from, year_to, quantity, position)
   select id, category, make, model, year, least(last, year + ${hashed('i * 64 + n', 13, '8')}), nullif(${hashed('i * 64 + n', 14, '5')}, 0),
          (array[null,'front','rear','left','right',null])[1 + ${hashed('i', 2, '6')}]
   from new_parts, generate_series(1, ${Math.max(1, Math.round(fitments / parts))}) n,
   lateral (select power(${hashed('i * 64 + n', 11, '100000')} / 100000.0, 2) * (select count(*) from models) as place) drawn
   join lateral (select *, (first + ${hashed('i * 64 + n', 12, '(last - first + 1)')})::smallint as year from models where nr = floor(place)::int) model on true`,
  `do $$ declare one record; begin for one in select * from fitments_definition loop execute one.indexdef; end loop; end $$`,
]
