import { ConfigError } from '#config/env.ts'
import type { Database } from '#db/connection.ts'
import { demoUsers } from './demo-users.ts'

/**
 * A real store must not have accounts whose password stands in the README.
 * @throws ConfigError when the database was filled by demo mode.
 */
export async function refuseDemoAccounts(db: Database): Promise<void> {
  const emails = demoUsers.map(({ email }) => email)
  const found = await db
    .selectFrom('accounts')
    .select('email')
    .where('email', 'in', emails)
    .limit(1)
    .execute()
  if (found.length === 0) return
  throw new ConfigError([
    'The database holds demo accounts, whose password everybody knows: set DATABASE_URL or DATA_DIR to an empty one, or run with DEMO=1',
  ])
}
