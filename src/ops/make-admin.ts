import { readConfig } from '#config/env.ts'
import type { Database } from '#db/connection.ts'
import { demoteAdmin } from '#domain/accounts/demote-admin.server.ts'
import { promoteToAdmin } from '#domain/accounts/promote-to-admin.server.ts'
import { EmailSchema } from '#domain/shared/text.ts'
import { removeSecondFactor } from '#integrations/identity/remove-second-factor.ts'
import {
  CommandRefusedError,
  openStoreDatabase,
  readArguments,
  runCommand,
  wrongOptions,
} from './open-database.ts'

const HELP = `Use: npx driveline make-admin [--remove | --without-second-factor] <email>

Makes a user an admin, such as the first one of a store. The store may be running.
  --remove                 instead takes the admin rights away; another admin must remain
  --without-second-factor  instead removes the second factor of a user who lost the phone
Example: npx driveline make-admin someone@example.com`

/**
 * Makes the user with this email an admin, from the command line.
 * @returns the message for the operator.
 * @throws CommandRefusedError when no account has this email, or it is not verified.
 */
export async function makeAdmin(db: Database, typed: string): Promise<string> {
  const email = readEmail(typed)
  const outcome = await promoteToAdmin({ db }, null, email)
  if (!outcome.ok)
    throw new CommandRefusedError(
      outcome.refusal.code === 'email_not_verified'
        ? `${email} is not verified yet, so it cannot become an admin. Log in with it in the store, press "Send again" on My Profile, open the link in the email, then run this again.`
        : `No account has signed in as ${email} yet. Sign up with this address in the store first, then run this again.`,
    )
  return outcome.value.modifiedCount === 1
    ? `${email} is now an admin.`
    : `${email} was already an admin. Nothing was changed.`
}

/**
 * Takes the admin rights of the user with this email away, from the command line.
 * @returns the message for the operator.
 * @throws CommandRefusedError when no account has this email, or it is the last admin's.
 */
export async function removeAdmin(db: Database, typed: string): Promise<string> {
  const email = readEmail(typed)
  const outcome = await demoteAdmin({ db, rules: { sharedEmails: [] } }, null, email)
  if (!outcome.ok) throw new CommandRefusedError(outcome.refusal.detail)
  return outcome.value.modifiedCount === 1
    ? `${email} is no longer an admin.`
    : `${email} was not an admin. Nothing was changed.`
}

/**
 * Removes the second factor of the user with this email: for a lost phone without backup codes.
 * @returns the message for the operator.
 * @throws CommandRefusedError when no account with this email has a second factor.
 */
export async function removeSecondFactorByEmail(db: Database, typed: string): Promise<string> {
  const email = readEmail(typed)
  if (!(await removeSecondFactor(db, email)))
    throw new CommandRefusedError(
      `No account with a second factor has the email ${email}. Nothing was changed.`,
    )
  return `${email} now signs in with only the password, and was logged out everywhere. Set up a new second factor on the profile page.`
}

function readEmail(typed: string): string {
  const email = EmailSchema.safeParse(typed)
  if (email.success) return email.data
  throw wrongOptions(`"${typed}" is not an email address.`, HELP)
}

if (import.meta.main) {
  await runCommand(HELP, async () => {
    const { values, positionals } = readArguments(HELP, {
      allowPositionals: true,
      options: {
        remove: { type: 'boolean', default: false },
        'without-second-factor': { type: 'boolean', default: false },
      },
    })
    const [typed, ...others] = positionals
    if (typed === undefined || others.length > 0) throw wrongOptions('Give one email address.', HELP)
    await using database = await openStoreDatabase(readConfig())
    if (values.remove && values['without-second-factor'])
      throw wrongOptions('Give one of the two options.', HELP)
    const run = values.remove
      ? removeAdmin
      : values['without-second-factor']
        ? removeSecondFactorByEmail
        : makeAdmin
    console.log(await run(database.db, typed))
  })
}
