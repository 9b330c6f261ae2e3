// npm run make-admin -- someone@example.com: makes the first admin of a store, or another one. Also while the store runs.
import { readConfig } from '#config/env.ts'
import type { Database } from '#db/connection.ts'
import { findAccountByEmail } from '#domain/accounts/account-queries.server.ts'
import { promoteToAdmin } from '#domain/accounts/promote-to-admin.server.ts'
import { EmailSchema } from '#domain/text.ts'
import { CommandRefused, openStoreDatabase, runCommand } from './store-database.ts'

/**
 * Makes the user with this e-mail an admin, at the command line's word.
 * @returns the sentence that says what is so now.
 * @throws CommandRefused when nobody has an account with this e-mail.
 */
export async function makeAdmin(db: Database, typed: string): Promise<string> {
  const email = EmailSchema.safeParse(typed)
  if (!email.success)
    throw new CommandRefused(
      `"${typed}" is not an e-mail address. Use: npm run make-admin -- someone@example.com`,
    )
  // Running stores hear of it from the database itself (trigger accounts_announce).
  const outcome = await promoteToAdmin({ db, announce: () => undefined }, null, email.data)
  if (!outcome.ok)
    throw new CommandRefused(
      `Nobody has signed in as ${email.data} yet. Sign up with this address in the store first, then run this again.`,
    )
  const account = await findAccountByEmail(db, email.data)
  const said =
    outcome.value.modifiedCount === 1
      ? `${email.data} is an admin now.`
      : `${email.data} was an admin already. Nothing was changed.`
  return account?.email_verified
    ? said
    : `${said} The e-mail is not confirmed yet: admin rights begin once it is, by the link in the mail that was sent at sign-up, and the next sign-in.`
}

if (import.meta.main) {
  await runCommand(async () => {
    const [typed, ...others] = process.argv.slice(2)
    if (typed === undefined || others.length > 0)
      throw new CommandRefused('Say whom, by one e-mail address: npm run make-admin -- someone@example.com')
    const database = await openStoreDatabase(readConfig())
    try {
      console.log(await makeAdmin(database.db, typed))
      return true
    } finally {
      await database.close()
    }
  })
}
