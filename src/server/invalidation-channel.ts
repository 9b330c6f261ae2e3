import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { CHANGE_CHANNEL, NOTIFIED_TAGS } from '#db/change-channel.ts'
import type { DatabaseUrls } from '#db/database-urls.ts'
import type { ChangeTag } from '#domain/shared/change-tag.ts'
import type { Log } from './log.ts'

/** How processes on one database invalidate each other's caches (PostgreSQL LISTEN/NOTIFY). */
export type InvalidationChannel = {
  /**
   * Publishes a committed change. Resolves when every other process has invalidated its cached responses;
   * immediately when there is none. A process that does not acknowledge is waited for until its own cache is
   * off (PEER_MS). Never rejects.
   */
  publish(tag: ChangeTag): Promise<void>
  /**
   * True while every change older than FRESH_MS has arrived, and every other process waits for this one when it publishes. Only then may
   * a cached response be sent.
   */
  isConnected: () => boolean
  stop(): Promise<void>
}

/**
 * Maximum age of a cached response, in ms. The cache is on only while a notification that this process sent
 * within this time has come back: a network, server or pooler that drops notifications silently costs no more
 * than this.
 */
const FRESH_MS = 4_000
/** Interval of those notifications, in ms. */
const HEARTBEAT_MS = 1_000
/** Delay before the next attempt to reach the database, in ms. */
const RETRY_MS = 500
/** Timeout of a connection attempt and of a statement, in ms. */
const TIMEOUT_MS = 3_000
/** For how long changes are collected for one statement while there is no other process, in ms. */
const BATCH_MS = 20
/** How long after its last heartbeat to arrive a process has turned its cache off, in ms. */
const PEER_MS = FRESH_MS + 500
/** Connections that a channel uses: one listens, one sends. */
export const CHANNEL_CONNECTIONS = 2
/** How the listening connection's application_name begins; the process's id follows. `npm run reset` recognizes a running store by it. */
export const LISTENER_NAME = 'driveline-changes'
/** Tags in one notification: PostgreSQL takes 8000 bytes. */
const TAGS_PER_NOTE = 100

/** A notification: kind, sender, then the data of its kind. */
type Kind = 'hello' | 'welcome' | 'heartbeat' | 'change' | 'ack' | 'bye'

/**
 * Listens on one connection and sends on another, which may go through a pooler like other statements.
 * Reconnects when a connection is lost; also starts without a database.
 * @param onChange called for a change by another process or program.
 * @param onGap called when changes may have been missed.
 */
export async function openInvalidationChannel(
  urls: DatabaseUrls,
  log: Log,
  { onChange, onGap }: { onChange: (tag: ChangeTag) => void; onGap: () => void },
): Promise<InvalidationChannel> {
  const self = randomUUID()
  const limits = { keepAlive: true, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS }
  const sender = new pg.Pool({
    ...limits,
    connectionString: urls.url,
    application_name: 'driveline-sender',
    max: 1,
  })
  sender.on('error', () => undefined)
  // A connection that breaks while in use fails its statement; without a listener for the event Node would exit.
  sender.on('connect', (connection) => connection.on('error', () => undefined))
  const stopping = new AbortController()
  let listener: pg.Client | null = null
  let listeningSince = 0
  /** When the latest heartbeat that came back was sent; null before the first one on this connection. */
  let heardUntil: number | null = null
  /** When the latest heartbeat of each other process arrived. */
  const peers = new Map<string, number>()
  /** Batches that wait for acknowledgments: called with the peer. */
  const unacknowledged = new Map<string, (peer: string) => void>()
  let pending = new Set<ChangeTag>()
  let nextBatch: Promise<void> | null = null

  /** Processes that already listened when this one began to, until they answer its hello: they may not know yet that they have to wait for it. */
  let unanswered = new Set<string>()
  /** Resolves once all of them have answered, or PEER_MS after this process began to listen: then those that have not are off. */
  let joined = Promise.withResolvers<void>()
  let hasJoined = false

  const isConnected = () => hasJoined && heardUntil !== null && performance.now() - heardUntil < FRESH_MS
  const livePeers = () => {
    for (const [peer, heardAt] of peers) if (performance.now() - heardAt > PEER_MS) peers.delete(peer)
    return [...peers.keys()]
  }

  function receive(connection: pg.Client, payload: string): void {
    if (connection !== listener) return
    const [kind, from = '', ...rest] = payload.split(' ')
    // Of a trigger, or of another program.
    const triggered = NOTIFIED_TAGS.find((tag) => tag === payload)
    if (triggered) return onChange(triggered)
    if (from === self) {
      if (kind === 'heartbeat' || kind === 'hello') receiveOwnHeartbeat(Number(rest[0]))
      return
    }
    if (kind === 'heartbeat' || kind === 'hello' || kind === 'welcome') peers.set(from, performance.now())
    if (kind === 'hello') notify([note('welcome', from)]).catch(() => undefined)
    // A process whose hello arrives has this one among its listeners, and waits for the welcome before it publishes.
    if (kind === 'hello' || (kind === 'welcome' && rest[0] === self)) receiveResponse(from)
    else if (kind === 'bye') {
      peers.delete(from)
      receiveResponse(from)
      for (const acknowledge of unacknowledged.values()) acknowledge(from)
    } else if (kind === 'change') {
      const [batch, ...tags] = rest
      for (const tag of tags) onChange(tag as ChangeTag)
      if (batch !== '-') notify([note('ack', batch ?? '')]).catch(() => undefined)
    } else if (kind === 'ack') unacknowledged.get(rest[0] ?? '')?.(from)
  }

  function receiveOwnHeartbeat(sentAt: number): void {
    // Changes before this connection listened are unknown.
    if (heardUntil === null) onGap()
    heardUntil = sentAt
  }

  function receiveResponse(peer: string): void {
    if (unanswered.delete(peer) && unanswered.size === 0) join()
  }

  function join(): void {
    if (hasJoined) return
    hasJoined = true
    // What was read until now may be older than a change that was acknowledged without waiting for this process.
    onGap()
    joined.resolve()
  }

  const note = (kind: Kind, ...rest: readonly (string | number)[]) => [kind, self, ...rest].join(' ')
  const heartbeat = () => note(hasJoined ? 'heartbeat' : 'hello', performance.now())

  /** @throws when the database is unreachable. */
  async function listen(): Promise<void> {
    const connection = new pg.Client({
      ...limits,
      connectionString: urls.directUrl,
      application_name: `${LISTENER_NAME} ${self}`,
    })
    connection.on('error', () => undefined)
    connection.on('end', () => lose(connection))
    connection.on('notification', ({ payload = '' }) => receive(connection, payload))
    try {
      await connection.connect()
      listener = connection
      await connection.query(`listen ${CHANGE_CHANNEL}`)
      unanswered = await otherListeners(connection)
    } catch (error) {
      if (listener === connection) listener = null
      connection.end().catch(() => undefined)
      throw error
    }
    listeningSince = performance.now()
    if (unanswered.size === 0) join()
    else setTimeout(() => connection === listener && join(), PEER_MS).unref()
    if (stopping.signal.aborted) await connection.end()
  }

  /** The other processes that listen, by their ids. */
  async function otherListeners(connection: pg.Client): Promise<Set<string>> {
    const { rows } = await connection.query<{ name: string }>(
      `select application_name as name from pg_stat_activity
       where datname = current_database() and starts_with(application_name, $1) and pid <> pg_backend_pid()`,
      [LISTENER_NAME],
    )
    return new Set(rows.map(({ name }) => name.slice(LISTENER_NAME.length + 1)))
  }

  function lose(connection: pg.Client): void {
    if (connection !== listener) return
    listener = null
    heardUntil = null
    hasJoined = false
    joined = Promise.withResolvers()
    connection.end().catch(() => undefined)
    if (!stopping.signal.aborted)
      log.warn('changes of other processes do not arrive; the cache is off until they do')
  }

  /** Replaces a connection on which nothing comes back, and retries unsent changes. */
  async function maintain(): Promise<void> {
    while (!stopping.signal.aborted) {
      const connection = listener
      if (!connection) await listen().catch(() => undefined)
      if (pending.size > 0 && !nextBatch && hasJoined) void sendPending()
      await notify([heartbeat()]).catch(() => undefined)
      await delay(listener ? HEARTBEAT_MS : RETRY_MS, undefined, { ref: false })
      if (connection && performance.now() - (heardUntil ?? listeningSince) > FRESH_MS) lose(connection)
    }
  }

  /** Sends the changes since the last batch, and waits for the acknowledgments. */
  async function sendPending(): Promise<void> {
    if (!hasJoined) await Promise.race([joined.promise, delay(PEER_MS, undefined, { ref: false })])
    nextBatch = null
    const tags = [...pending]
    pending = new Set()
    const batch = randomUUID()
    const acknowledged = acknowledgments(batch)
    try {
      await notify(changeNotes(batch, tags))
    } catch {
      // Sent again with the next heartbeat. Until then a process that receives nothing has its cache off.
      for (const tag of tags) pending.add(tag)
    }
    await acknowledged
  }

  /** Only the last notification is acknowledged: they arrive in order. */
  function changeNotes(batch: string, tags: readonly ChangeTag[]): string[] {
    const notes = []
    for (let at = 0; at < tags.length; at += TAGS_PER_NOTE) {
      const isLast = at + TAGS_PER_NOTE >= tags.length
      notes.push(note('change', isLast ? batch : '-', ...tags.slice(at, at + TAGS_PER_NOTE)))
    }
    return notes
  }

  /** Resolves once every other process has acknowledged the batch, or has its cache off. */
  async function acknowledgments(batch: string): Promise<void> {
    const missing = new Set(livePeers())
    if (missing.size === 0) return
    const timeout = new AbortController()
    const all = new Promise<void>((resolve) => {
      unacknowledged.set(batch, (peer) => {
        missing.delete(peer)
        if (missing.size === 0) resolve()
      })
    })
    const wait = delay(PEER_MS, undefined, { ref: false, signal: timeout.signal }).catch(() => undefined)
    await Promise.race([all, wait])
    timeout.abort()
    unacknowledged.delete(batch)
  }

  /**
   * One statement, so that a pooler may use another server connection for each. A notification is no more
   * durable than a cache: it need not wait for the disk. A standby publishes nothing, since changes are then
   * made at another server.
   * @throws when the database is unreachable or read-only.
   */
  async function notify(notes: readonly string[]): Promise<void> {
    const connection = await sender.connect()
    let works = false
    try {
      const { rowCount } = await connection.query(
        `select set_config('synchronous_commit', 'off', true), pg_notify($1, note) from unnest($2::text[]) as note
         where current_setting('transaction_read_only') = 'off'`,
        [CHANGE_CHANNEL, notes],
      )
      works = rowCount === notes.length
    } finally {
      connection.release(!works)
    }
    if (!works) throw new Error('The database is read-only')
  }

  await listen().catch(() => undefined)
  void maintain()
  return {
    publish(tag) {
      pending.add(tag)
      const isAlone = hasJoined && livePeers().length === 0
      nextBatch ??= delay(isAlone ? BATCH_MS : 0, undefined, { ref: false }).then(sendPending)
      return isAlone ? Promise.resolve() : nextBatch
    },
    isConnected,
    async stop() {
      await notify([...changeNotes('-', [...pending]), note('bye')]).catch(() => undefined)
      stopping.abort()
      await Promise.all([listener?.end(), sender.end()])
    },
  }
}
