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
  /**
   * Ends when every other process has heard of all changes committed so far. One that does not answer has noticed by then
   * that it hears nothing, and dropped what it keeps. Never throws.
   */
  heardByAll(): Promise<void>
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
/** How this line is named in pg_stat_activity, by which the processes that listen are counted. */
const LINE_NAME = 'driveline-changes'
/** A process that answers no question for so long has lost its own line; ms. */
const HEARD_BY_MS = PROBE_MS + ANSWER_MS + 500
/** Asks whether it was heard, and the answer; each with the id of the question in place of the sender. */
const HEARD = { ask: 'heard?', answer: 'heard' }
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
  /** Questions of ours, by their id: told of each answer. */
  const questions = new Map<string, () => void>()
  let client: pg.Client | null = null
  let stopped = false
  let gathering = false
  /** The line answers one question after the other; it must not be asked two at once. */
  const inTurn = pLimit(1)

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: LINE_NAME,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    fresh.on('error', () => undefined)
    // Said after a try that failed, too: only the line that is in use can be lost.
    fresh.on('end', () => lose(fresh))
    fresh.on('notification', ({ payload = '' }) => {
      const [topic = '', sender] = payload.split(' ')
      if (topic === HEARD.ask && !questions.has(sender ?? ''))
        notify([`${HEARD.answer} ${sender}`]).catch(() => undefined)
      if (topic === HEARD.answer) questions.get(sender ?? '')?.()
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
      await notify(told)
    } catch {
      // Told once the database is back.
      for (const topic of topics) pending.add(topic)
    }
  }

  async function notify(payloads: readonly string[]): Promise<void> {
    const text = 'select pg_notify($1, payload) from unnest($2::text[]) as payload'
    await inTurn(() => (client ?? pool).query(text, ['driveline', payloads]))
  }

  /** Notifications arrive in the order of their commits: who has heard the question has heard what was committed before it. */
  async function heardByAll(): Promise<void> {
    const question = randomUUID()
    try {
      const { rows } = await pool.query<{ others: number }>(
        `select count(*)::int - 1 as others from pg_stat_activity
         where application_name = $1 and datname = current_database()`,
        [LINE_NAME],
      )
      let missing = rows[0]?.others ?? 0
      if (missing <= 0) return
      const answered = new Promise<void>((resolve) => {
        questions.set(question, () => {
          missing -= 1
          if (missing === 0) resolve()
        })
      })
      await notify([`${HEARD.ask} ${question}`])
      await Promise.race([answered, delay(HEARD_BY_MS, undefined, { ref: false })])
    } catch {
      // Without the database no process hears anything, and none keeps anything.
      await delay(HEARD_BY_MS, undefined, { ref: false })
    } finally {
      questions.delete(question)
    }
  }

  await connect()
  return {
    heardByAll,
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
