import { connect } from '#db/connection.ts'
import { startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'
import { purchase } from '../../support/purchases.ts'
import type { Credentials } from './users.ts'

const RULES = { orderHoldMinutes: 1440, unverifiedHoldMinutes: 60, orderPrefix: 'DL' }

/** Places a purchase of several parts in the store's database, without its email. */
export async function placePurchase(
  store: { dataDir: string },
  account: Credentials,
  wanted: Parameters<typeof purchase>[2],
): ReturnType<typeof purchase> {
  const database = await startEmbeddedPostgres({ dataDir: store.dataDir, log: () => undefined })
  const connection = connect(database.url)
  try {
    const shop = { rules: RULES, jobs: { add: () => Promise.resolve() } }
    return await purchase({ db: connection.db, shop }, account, wanted)
  } finally {
    await connection.close()
    await database.stop()
  }
}
