import { ConfigError } from '#config/env.ts'
import type { Database } from '#db/connection.ts'
import { demoUsers } from './demo-users.ts'

/**
 * A real store must not have accounts with the demo's public password.
 * @throws ConfigError when the database was seeded in demo mode.
 */
export async function refuseDemoAccounts(db: Database): Promise<void> {
  const emails = demoUsers.map(({ email }) => email)
  const account = await db
    .selectFrom('accounts')
    .select('email')
    .where('email', 'in', emails)
    .limit(1)
    .execute()
  if (account.length === 0) return
  throw new ConfigError([
    'The database holds demo accounts, whose password is public: set DATABASE_URL or DATA_DIR to an empty one, or run with DEMO=1',
  ])
}
