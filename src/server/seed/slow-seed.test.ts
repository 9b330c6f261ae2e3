import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '#db/connection.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { importSynonyms } from './synonyms/import-synonyms.ts'
import { seedVehicles } from './vehicles/import-vehicles.ts'

test('a seed is not ended by the time that it works between statements', async () => {
  const database = await createTestDatabase()
  // Less than the vehicles take to be read. As behind a pooler, so that the connection keeps it.
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db)
  await sql`alter database ${sql.ref(rows[0]?.name ?? '')} set idle_in_transaction_session_timeout = 500`.execute(
    database.db,
  )
  const slow = connect(database.url, { max: 2, pooled: true, onError: () => undefined })
  try {
    await seedVehicles(slow.db)
    await importSynonyms(slow.db)
    const counted = await sql<{ vehicles: number; synonyms: number }>`
      select (select count(*)::int from vehicles) as vehicles, (select count(*)::int from search_synonyms) as synonyms`.execute(
      database.db,
    )
    expect(counted.rows[0]?.vehicles).toBeGreaterThan(10_000)
    expect(counted.rows[0]?.synonyms).toBeGreaterThan(10)
  } finally {
    await slow.close()
    await database.drop()
  }
})
