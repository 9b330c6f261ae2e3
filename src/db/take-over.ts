import type pg from 'pg'

/** The last migration of the version before 1.0.0 (commit 3d20bb98), which made the tables of BASELINE. */
const LAST_BEFORE = '062_letters_of_part_numbers'

/** The migrations that make the same tables in a new database, by area. */
export const BASELINE = [
  '001_accounts',
  '002_audit',
  '003_catalogue',
  '004_vehicles',
  '005_search',
  '006_orders',
  '007_payments',
  '008_card_simulator',
  '009_mails',
  '010_imports',
] as const

/** The tables are of a version that this one cannot update. */
export class OlderStoreError extends Error {
  override name = 'OlderStoreError'
}

/**
 * Makes the database of the version before 1.0.0 one of this series: its migrations, recorded in
 * `migrations`, count as those of the baseline. That table stays as it is, so that stores of that version,
 * which run on during an update, still find their migrations. Does nothing in other databases. In the
 * caller's transaction.
 * @throws OlderStoreError for a version before that.
 */
export async function takeOver(client: pg.ClientBase): Promise<void> {
  const { rows: tables } = await client.query<{ theirs: string | null; ours: string | null }>(
    `select to_regclass('public.migrations')::text as theirs, to_regclass('public.store_migrations')::text as ours`,
  )
  if (!tables[0]?.theirs || tables[0].ours) return
  const { rows } = await client.query<{ name: string }>('select name from public.migrations order by id')
  const names = rows.map(({ name }) => name)
  // A table of another program.
  if (!names.includes('001_store')) return
  await client.query(
    'create table public.store_migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null)',
  )
  await client.query(
    'insert into public.store_migrations (name, run_on) select name, now() from unnest($1::text[]) name',
    [namesOfSeries(names)],
  )
  // That version added these without reading the rows that were there.
  await client.query(
    `alter table orders validate constraint orders_fit_is_whole, validate constraint orders_fit_verdict_is_known,
       validate constraint orders_unit_is_short`,
  )
}

/**
 * The names of applied migrations in this series, for those of a database or a backup of the version before
 * 1.0.0. Others are returned as they are.
 * @throws OlderStoreError for a version before that.
 */
export function namesOfSeries(names: readonly string[]): readonly string[] {
  if (!names.includes('001_store')) return names
  if (!names.includes(LAST_BEFORE))
    throw new OlderStoreError(
      `Its tables are of an older version of the store (their last migration is ${names.at(-1)}), which this version cannot update. ` +
        'Start it once with the last version before 1.0.0 (commit 3d20bb98), and then with this one.',
    )
  return [...BASELINE, ...names.filter((name) => name > LAST_BEFORE)]
}
