import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseUrls } from '#db/database-urls.ts'
import type { ChangeTopic } from '#domain/shop.ts'
import type { Log } from './log.ts'

/** Publishes cache invalidations between processes on one database (PostgreSQL LISTEN/NOTIFY). */
export type InvalidationChannel = {
  /** Publishes a change to the other processes, batched with others. Never throws. */
  publish(topic: ChangeTopic): void
  /** True while every change older than FRESH_MS has been received. Only then may the cache be used. */
  isConnected: () => boolean
  /**
   * Resolves when every other process has received all changes committed so far. A process that does not acknowledge has stopped using its
   * cache by then, or is gone. Never throws.
   */
  waitForAll(): Promise<void>
  stop(): Promise<void>
}

/**
 * Maximum staleness of a cached response, in ms. The cache is used only while a heartbeat that this process sent itself so recently
 * has returned: a network, server or pooler that silently drops notifications costs no more than this.
 */
const FRESH_MS = 4_000
/** Heartbeat interval, in ms. */
const HEARTBEAT_MS = 1_000
/** Wait before reconnecting, in ms. */
const RETRY_MS = 500
/** Timeout of connections and statements, in ms. */
const ANSWER_MS = 3_000
/** Batch window of changes, in ms: saves a busy store one statement per order. */
const GATHER_MS = 20
/** application_name of listening connections, by which pg_stat_activity counts the processes. */
const LISTENER_NAME = 'driveline-changes'
/** After this long, a process that has not acknowledged a probe has stopped using its cache; ms. */
const HEARD_BY_MS = FRESH_MS + 500
/** Connections in use: a listener and a sender. */
export const CHANNEL_CONNECTIONS = 2
const CHANNEL = 'driveline'
const HEARTBEAT = 'heartbeat'
/** A probe and its acknowledgment, with the id of the probe in place of the sender. */
const HEARD = { ask: 'heard?', answer: 'heard' }
const TOPICS: readonly ChangeTopic[] = ['products', 'reviews', 'tokens']

/**
 * Listens on one connection and sends on another, by the same route as writes: through a pooler if there is one. Reconnects
 * after a failure.
 * Starts without a database too.
 * @param onChange another process (or a manual statement) has changed this topic, or may have during an interruption.
 */
export async function openInvalidationChannel(
  urls: DatabaseUrls,
  log: Log,
  onChange: (topic: ChangeTopic) => void,
): Promise<InvalidationChannel> {
  const self = randomUUID()
  const pending = new Set<ChangeTopic>()
  /** Pending probes by id: called for each acknowledgment. */
  const questions = new Map<string, () => void>()
  const stopping = new AbortController()
  const limits = { keepAlive: true, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS }
  const sender = new pg.Pool({
    ...limits,
    connectionString: urls.url,
    application_name: 'driveline-announcements',
    max: 1,
  })
  sender.on('error', () => undefined)
  // A broken connection fails the statement; without a listener for 'error', Node would end the process.
  sender.on('connect', (connection) => connection.on('error', () => undefined))
  let listener: pg.Client | null = null
  /** When the last returned heartbeat was sent, null before the first on this connection. Earlier changes have been received. */
  let heardUntil: number | null = null
  let listeningSince = 0
  let gathering = false
  const isConnected = () => heardUntil !== null && performance.now() - heardUntil < FRESH_MS

  function hear(line: pg.Client, payload: string): void {
    if (line !== listener) return
    const [topic, from = '', sentAt] = payload.split(' ')
    if (topic === HEARD.ask && !questions.has(from))
      sendThrough(sender, [`${HEARD.answer} ${from}`]).catch(() => undefined)
    if (topic === HEARD.answer) questions.get(from)?.()
    const changed = TOPICS.find((known) => known === topic)
    if (changed && from !== self) onChange(changed)
    if (topic !== HEARTBEAT || from !== self) return
    // Changes before this connection listened are unknown.
    if (heardUntil === null) for (const each of TOPICS) onChange(each)
    heardUntil = Number(sentAt)
  }

  /** @throws when the database is away. */
  async function listen(): Promise<void> {
    const line = new pg.Client({
      ...limits,
      connectionString: urls.directUrl,
      application_name: LISTENER_NAME,
    })
    line.on('error', () => undefined)
    line.on('end', () => lose(line))
    line.on('notification', ({ payload = '' }) => hear(line, payload))
    try {
      await line.connect()
      await line.query(`listen ${CHANNEL}`)
    } catch (error) {
      line.end().catch(() => undefined)
      throw error
    }
    listener = line
    listeningSince = performance.now()
    if (stopping.signal.aborted) await line.end()
  }

  function lose(line: pg.Client): void {
    if (line !== listener) return
    listener = null
    heardUntil = null
    line.end().catch(() => undefined)
    if (!stopping.signal.aborted)
      log.warn('changes of other processes cannot be received; the cache is off until they can')
  }

  /** Replaces the listener when its heartbeats no longer return. */
  async function keepListening(): Promise<void> {
    while (!stopping.signal.aborted) {
      const line = listener
      if (!line) await listen().catch(() => undefined)
      await send([...pending])
      await delay(listener ? HEARTBEAT_MS : RETRY_MS, undefined, { ref: false })
      if (line && performance.now() - (heardUntil ?? listeningSince) > FRESH_MS) lose(line)
    }
  }

  /** Publishes pending changes with a heartbeat. Failed ones are retried with the next heartbeat. */
  async function send(topics: readonly ChangeTopic[]): Promise<void> {
    for (const topic of topics) pending.delete(topic)
    const notes = [...topics.map((topic) => `${topic} ${self}`), `${HEARTBEAT} ${self} ${performance.now()}`]
    try {
      await sendThrough(sender, notes)
    } catch {
      for (const topic of topics) pending.add(topic)
    }
  }

  async function gatherAndSend(): Promise<void> {
    if (gathering) return
    gathering = true
    await delay(GATHER_MS, undefined, { ref: false })
    gathering = false
    await send([...pending])
  }

  /** Notifications arrive in commit order: a process that received the probe has received all earlier changes. */
  async function waitForAll(): Promise<void> {
    const question = randomUUID()
    try {
      const { rows } = await sender.query<{ others: number }>(
        `select count(*)::int - 1 as others from pg_stat_activity
         where application_name = $1 and datname = current_database()`,
        [LISTENER_NAME],
      )
      let missing = rows[0]?.others ?? 0
      if (missing <= 0) return
      const answered = new Promise<void>((resolve) => {
        questions.set(question, () => {
          missing -= 1
          if (missing === 0) resolve()
        })
      })
      await sendThrough(sender, [`${HEARD.ask} ${question}`])
      await Promise.race([answered, delay(HEARD_BY_MS, undefined, { ref: false })])
    } catch {
      // Without the database no process receives anything, and none uses its cache.
      await delay(HEARD_BY_MS, undefined, { ref: false })
    } finally {
      questions.delete(question)
    }
  }

  await listen().catch(() => undefined)
  void keepListening()
  return {
    publish(topic) {
      pending.add(topic)
      void gatherAndSend()
    },
    isConnected,
    waitForAll,
    async stop() {
      if (pending.size > 0) await send([...pending])
      stopping.abort()
      await Promise.all([listener?.end(), sender.end()])
    },
  }
}

/**
 * One statement, so that any pooler mode works. Notifications need no durability: do not wait
 * for the disk. A read-only server sends nothing, since writes then go to another one.
 * @throws when the database is away or is read-only.
 */
async function sendThrough(sender: pg.Pool, notes: readonly string[]): Promise<void> {
  const connection = await sender.connect()
  let works = false
  try {
    const { rowCount } = await connection.query(
      `select set_config('synchronous_commit', 'off', true), pg_notify($1, note) from unnest($2::text[]) as note
       where current_setting('transaction_read_only') = 'off'`,
      [CHANNEL, notes],
    )
    works = rowCount === notes.length
  } finally {
    connection.release(!works)
  }
  if (!works) throw new Error('The database is read-only')
}
