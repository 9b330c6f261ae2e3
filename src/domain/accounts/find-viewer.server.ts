import { prepared } from '#db/prepared-statement.ts'
import type { Shop } from '../shop.ts'
import { roleInForce } from './account-queries.server.ts'
import { hashToken } from './issue-access-token.server.ts'
import type { Viewer } from './viewer.ts'

/** The viewer of an access token, or null when it is unknown, ended or expired. Queries the primary. */
export async function findViewer({ db }: Pick<Shop, 'db'>, token: string): Promise<Viewer | null> {
  const tokenHash = hashToken(token)
  const [row] = (await db.executeQuery(findLiveToken([tokenHash]))).rows
  if (!row) return null
  const { id, email, name } = row
  return { id, email, name, role: roleInForce(row), tokenHash }
}

type FoundViewer = Omit<Viewer, 'tokenHash'> & { email_verified: boolean }

// Prepared, since it runs before nearly every call.
const findLiveToken = prepared<FoundViewer>(
  'find-live-token',
  `select accounts.id, email, name, role, email_verified
   from access_tokens join accounts on accounts.id = account_id
   where token_hash = $1 and expires_at > now()`,
)
