import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseUrls } from '#db/database-urls.ts'
import type { ChangeTopic } from '#domain/shop.ts'
import type { Log } from './log.ts'

/** How processes on one database tell each other what has changed (PostgreSQL LISTEN/NOTIFY). */
export type InvalidationChannel = {
  /** Tells the other processes, soon and together with what else has changed meanwhile. Never throws. */
  publish(topic: ChangeTopic): void
  /** True while everything that changed more than FRESH_MS ago has been heard. Only then may an answer come from memory. */
  isConnected: () => boolean
  /**
   * Ends when every other process has heard of all changes committed so far. One that does not answer has answered nothing from memory by
   * then, or is gone. Never throws.
   */
  waitForAll(): Promise<void>
  stop(): Promise<void>
}

/**
 * The oldest that an answer from memory may be, in ms. A cache is used only while a notification that this process sent itself so recently
 * has come back: a network, a server, a pooler that swallows notifications without a word costs no more than this.
 */
const FRESH_MS = 4_000
/** How often such a notification is sent, in ms. */
const HEARTBEAT_MS = 1_000
/** Wait before the next try to reach the database again, in ms. */
const RETRY_MS = 500
/** A database that does not answer for so long is away, in ms. */
const ANSWER_MS = 3_000
/** Changes of this many ms are told together: a busy store would otherwise send one statement more for each order. */
const GATHER_MS = 20
/** How a listening connection is named in pg_stat_activity, by which the processes that listen are counted. */
const LISTENER_NAME = 'driveline-changes'
/** A process that answers no question for so long has nothing in memory that is older; ms. */
const HEARD_BY_MS = FRESH_MS + 500
/** Connections that it keeps: one listens, one tells. */
export const CHANNEL_CONNECTIONS = 2
const CHANNEL = 'driveline'
const HEARTBEAT = 'heartbeat'
/** Asks whether it was heard, and the answer; each with the id of the question in place of the sender. */
const HEARD = { ask: 'heard?', answer: 'heard' }
const TOPICS: readonly ChangeTopic[] = ['products', 'reviews', 'tokens']

/**
 * Listens on one connection, and tells on another, the way that changes take too: by a pooler if there is one. Reaches for the database again
 * when it is lost.
 * Starts also without a database; nothing is heard then.
 * @param onChange another process (or a hand at the database) has changed this topic, or may have while it could not be heard.
 */
export async function openInvalidationChannel(
  urls: DatabaseUrls,
  log: Log,
  onChange: (topic: ChangeTopic) => void,
): Promise<InvalidationChannel> {
  const self = randomUUID()
  const pending = new Set<ChangeTopic>()
  /** Questions of ours, by their id: told of each answer. */
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
  // One that breaks while it is used fails what is sent; with nobody to hear it Node would end the process.
  sender.on('connect', (connection) => connection.on('error', () => undefined))
  let listener: pg.Client | null = null
  /** When the latest heartbeat that came back was sent, null before the first on this connection. What changed before has been heard. */
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
    // Nobody knows what changed before this connection listened.
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
      log.warn('changes of other processes cannot be heard; nothing is answered from memory until they can')
  }

  /** Keeps listening: a connection on which nothing comes back is replaced. */
  async function keepListening(): Promise<void> {
    while (!stopping.signal.aborted) {
      const line = listener
      if (!line) await listen().catch(() => undefined)
      await send([...pending])
      await delay(listener ? HEARTBEAT_MS : RETRY_MS, undefined, { ref: false })
      if (line && performance.now() - (heardUntil ?? listeningSince) > FRESH_MS) lose(line)
    }
  }

  /** Tells what has changed, and sends a heartbeat with it. What could not be told is told with the next heartbeat. */
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

  /** Notifications arrive in the order of their commits: who has heard the question has heard what was committed before it. */
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
      // Without the database no process hears anything, and none answers from memory.
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
 * One statement, so that a pooler may send each to another server connection. What is told is no more durable than memory: it must not wait
 * for the disk. A server that takes no changes tells nothing, since changes are then made at another one.
 * @throws when the database is away or takes no changes.
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
