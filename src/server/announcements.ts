import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
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
/** Changes of this many ms are told together: a busy store would otherwise send one statement more for each order. */
const GATHER_MS = 20
const TOPICS: readonly string[] = ['products', 'reviews', 'tokens'] satisfies ChangeTopic[]

/**
 * Listens on a connection of its own, and reaches for the database again when it is lost.
 * @param hear.changed another process (or a hand at the database) changed this topic.
 * @param hear.lost changes cannot be heard from now on; `regained` when they can be again.
 */
export async function listenForChanges(
  url: string,
  log: Log,
  hear: { changed: (topic: ChangeTopic) => void; lost: () => void; regained: () => void },
): Promise<Announcements> {
  const self = randomUUID()
  const pending = new Set<ChangeTopic>()
  let client: pg.Client | null = null
  let stopped = false
  let gathering = false

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'driveline-changes',
      keepAlive: true,
    })
    fresh.on('error', () => undefined)
    fresh.on('notification', ({ payload = '' }) => {
      const [topic = '', sender] = payload.split(' ')
      if (sender !== self && TOPICS.includes(topic)) hear.changed(topic as ChangeTopic)
    })
    try {
      await fresh.connect()
      // What is told here is no more durable than memory: it must not wait for the disk.
      await fresh.query('set synchronous_commit = off')
      await fresh.query('listen driveline')
    } catch (error) {
      await fresh.end().catch(() => undefined)
      throw error
    }
    client = fresh
    // Only now: a connection that was never made ends as well, and whoever asked for it knows.
    fresh.on('end', lose)
  }

  function lose(): void {
    client = null
    if (stopped) return
    hear.lost()
    log.warn('the database cannot be heard; answers are not kept in memory until it can')
    void reconnect()
  }

  async function reconnect(): Promise<void> {
    while (!stopped) {
      await delay(RETRY_MS, undefined, { ref: false })
      try {
        await connect()
        hear.regained()
        await sendPending()
        return
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
    if (!client || topics.length === 0) return
    pending.clear()
    await client
      .query('select pg_notify($1, topic) from unnest($2::text[]) as topic', [
        'driveline',
        topics.map((topic) => `${topic} ${self}`),
      ])
      .catch(() => undefined)
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
