import {
  includes,
  parseLsn,
  PRIMARY_POSITION,
  type PrimaryRow,
  REPLICA_POSITION,
  type ReplicaRow,
} from '#db/replica/wal-position.ts'
import { CheckFailedError, type ServiceCheck } from './check.ts'
import { openProbe, describeDatabase, connectOrThrow } from './database.ts'

/** A read that the store sends to a replica. */
const READ_ONE = 'select from products limit 1'

/** Connects to the replica, and compares its applied position with the primary's. Changes nothing. */
export const replica: ServiceCheck = {
  name: 'replica',
  isUsed: ({ DATABASE_REPLICA_URL }) => DATABASE_REPLICA_URL !== undefined,
  async run({ DATABASE_URL = '', DATABASE_REPLICA_URL: url = '' }) {
    await using primary = openProbe(DATABASE_URL)
    await using pool = openProbe(url)
    const address = describeDatabase(url)
    await connectOrThrow(pool, url, 'DATABASE_REPLICA_URL')
    const asked = await primary.query<PrimaryRow>(PRIMARY_POSITION).catch((cause: unknown) => {
      throw new CheckFailedError('the primary could not be queried: see its line above.', { cause })
    })
    const applied = await pool.query<ReplicaRow>(REPLICA_POSITION)
    const [position] = asked.rows
    const [row] = applied.rows
    if (!position || !row) throw new CheckFailedError('it returned no position')
    if (row.cluster !== position.cluster || row.database !== position.database)
      throw new CheckFailedError(
        `${address} has a different database than DATABASE_URL: use a standby that replicates it, with the same database.`,
      )
    if (!row.isStandby)
      throw new CheckFailedError(
        `${address} accepts changes: it is the primary, or was promoted. Use a standby, or remove DATABASE_REPLICA_URL.`,
      )
    await pool.query(READ_ONE).catch((cause: unknown) => {
      throw new CheckFailedError(
        `${new URL(url).username || 'its user'} cannot read the tables: grant select on those in docs/operations.md, “Reading from replicas”.`,
        { cause },
      )
    })
    const has = { lsn: parseLsn(row.lsn ?? '0/0'), timeline: row.timeline }
    const wanted = { lsn: parseLsn(position.lsn), timeline: position.timeline }
    if (includes(has, wanted)) return `${address} has applied everything`
    if (has.timeline !== wanted.timeline)
      return `${address} is on timeline ${has.timeline}, the primary on ${wanted.timeline}: it is used after its next restart point`
    return `${address} is ${(wanted.lsn - has.lsn).toLocaleString('en-US')} bytes behind`
  },
}
