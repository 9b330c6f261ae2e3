import { type DatabaseIdentity, IDENTITY, isSameDatabase } from '#db/replica/database-identity.ts'
import { READ_HEARTBEAT } from '#db/replica/heartbeat.ts'
import { CheckFailedError, type ServiceCheck } from './check.ts'
import { openProbe, describeDatabase, connectOrThrow } from './database.ts'

/** Reads that the store sends to a replica. */
const READS = ['select from products limit 1', READ_HEARTBEAT]

/** Connects to the replica, and checks that it is one of the primary, and may be read. Changes nothing. */
export const replica: ServiceCheck = {
  name: 'replica',
  isUsed: ({ DATABASE_REPLICA_URL }) => DATABASE_REPLICA_URL !== undefined,
  async run({ DATABASE_URL = '', DATABASE_REPLICA_URL: url = '' }) {
    await using primary = openProbe(DATABASE_URL)
    await using pool = openProbe(url)
    const address = describeDatabase(url)
    await connectOrThrow(pool, url, 'DATABASE_REPLICA_URL')
    const asked = await primary.query<DatabaseIdentity>(IDENTITY).catch((cause: unknown) => {
      throw new CheckFailedError('the primary could not be queried: see its line above.', { cause })
    })
    const found = await pool.query<DatabaseIdentity & { isStandby: boolean }>(IDENTITY)
    const [own] = asked.rows
    const [its] = found.rows
    if (!own || !its) throw new CheckFailedError('it did not say which database it has')
    if (!isSameDatabase(own, its))
      throw new CheckFailedError(
        `${address} has a different database than DATABASE_URL: use a standby that replicates it, with the same database.`,
      )
    if (!its.isStandby)
      throw new CheckFailedError(
        `${address} accepts changes: it is the primary, or was promoted. Use a standby, or remove DATABASE_REPLICA_URL.`,
      )
    for (const read of READS)
      await pool.query(read).catch((cause: unknown) => {
        throw new CheckFailedError(
          `${new URL(url).username || 'its user'} cannot read the tables: grant select on those in docs/operations.md, “Reading from replicas”.`,
          { cause },
        )
      })
    return `${address} is a standby of the primary`
  },
}
