import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import pg from 'pg'
import type { ChangeTopic } from '#domain/shop.ts'
import type { Log } from './log.ts'

/** How processes on one database tell each other what has changed (PostgreSQL LISTEN/NOTIFY). */
export type Announcements = {
  /** Tells the other processes, soon and together with what else has changed meanwhile. Never throws. */
  tell(topic: ChangeTopic): void
  stop(): Promise<void>
}

/** Wait before the next try to reach the database again, in ms. */
const RETRY_MS = 500
/** How often the line is tried: a network or a server that died without a word is noticed in no other way. In ms. */
const PROBE_MS = 3_000
/** A database that does not answer on this line for so long has been lost; ms. */
const ANSWER_MS = 3_000
/** Changes of this many ms are told together: a busy store would otherwise send one statement more for each order. */
const GATHER_MS = 20
const TOPICS: readonly string[] = ['products', 'reviews', 'tokens'] satisfies ChangeTopic[]

/**
 * Listens on a connection of its own, and reaches for the database again when it is lost.
 * @param pool tells the others while that connection is away: what was changed meanwhile must not wait for it.
 * @param hear.changed another process (or a hand at the database) changed this topic.
 * @param hear.lost changes cannot be heard from now on; `regained` when they can be again.
 */
export async function listenForChanges(
  url: string,
  pool: pg.Pool,
  log: Log,
  hear: { changed: (topic: ChangeTopic) => void; lost: () => void; regained: () => void },
): Promise<Announcements> {
  const self = randomUUID()
  const pending = new Set<ChangeTopic>()
  let client: pg.Client | null = null
  let stopped = false
  let gathering = false
  /** The line answers one question after the other; it must not be asked two at once. */
  const inTurn = pLimit(1)

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'driveline-changes',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    fresh.on('error', () => undefined)
    // Said after a try that failed, too: only the line that is in use can be lost.
    fresh.on('end', () => lose(fresh))
    fresh.on('notification', ({ payload = '' }) => {
      const [topic = '', sender] = payload.split(' ')
      if (sender !== self && TOPICS.includes(topic)) hear.changed(topic as ChangeTopic)
    })
    try {
      await fresh.connect()
      // What is told here is no more durable than memory: it must not wait for the disk.
      await fresh.query('set synchronous_commit = off')
      await fresh.query('listen driveline')
      await requireChanges(fresh)
    } catch (error) {
      fresh.end().catch(() => undefined)
      throw error
    }
    client = fresh
    void probe(fresh)
  }

  function lose(line: pg.Client): void {
    if (line !== client) return
    client = null
    line.end().catch(() => undefined)
    if (stopped) return
    hear.lost()
    log.warn('the database cannot be heard; answers are not kept in memory until it can')
    void reconnect()
  }

  async function probe(line: pg.Client): Promise<void> {
    while (line === client) {
      await delay(PROBE_MS, undefined, { ref: false })
      await inTurn(() => requireChanges(line)).catch(() => lose(line))
    }
  }

  async function reconnect(): Promise<void> {
    while (!stopped && !client) {
      await delay(RETRY_MS, undefined, { ref: false })
      try {
        await connect()
        hear.regained()
        await sendPending()
      } catch {
        // The database is still away.
      }
    }
  }

  async function gatherAndSend(): Promise<void> {
    if (gathering) return
    gathering = true
    await delay(GATHER_MS, undefined, { ref: false })
    gathering = false
    await sendPending()
  }

  async function sendPending(): Promise<void> {
    const topics = [...pending]
    if (topics.length === 0) return
    pending.clear()
    try {
      const told = topics.map((topic) => `${topic} ${self}`)
      const text = 'select pg_notify($1, topic) from unnest($2::text[]) as topic'
      await inTurn(() => (client ?? pool).query(text, ['driveline', told]))
    } catch {
      // Told once the database is back.
      for (const topic of topics) pending.add(topic)
    }
  }

  await connect()
  return {
    tell(topic) {
      pending.add(topic)
      void gatherAndSend()
    },
    async stop() {
      stopped = true
      await sendPending()
      await client?.end()
    },
  }
}

/** @throws when the database does not answer, or takes no changes: then others are made at another server. */
async function requireChanges(line: pg.Client): Promise<void> {
  const { rows } = await line.query<{ read_only: string }>('select current_setting($1) as read_only', [
    'transaction_read_only',
  ])
  if (rows[0]?.read_only !== 'off') throw new Error('The database is read-only')
}
