import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { NOTIFIED_TAGS } from '#db/change-channel.ts'
import type { DatabaseUrls } from '#db/database-urls.ts'
import type { CacheTag } from '#domain/shared/cache-tags.ts'
import type { Log } from '../log.ts'
import { type Listener, openListener } from './listener.ts'
import { createMembership } from './membership.ts'
import { createPeers, MAX_STALENESS_MS } from './peers.ts'
import { createPublisher, NO_BATCH } from './publisher.ts'
import { createSender } from './sender.ts'

/** How processes on one database invalidate each other's caches (PostgreSQL LISTEN/NOTIFY). */
export type ChangeChannel = {
  /**
   * Publishes a committed change. Resolves when every other process has invalidated its cached responses;
   * immediately when there is none. A process that does not acknowledge is waited for until its own cache is
   * off (PEER_TIMEOUT_MS). Never rejects.
   */
  publish(tag: CacheTag): Promise<void>
  /**
   * True while every change older than MAX_STALENESS_MS has arrived, and every other process waits for this
   * one when it publishes. Only then may a cached response be sent.
   */
  isConnected: () => boolean
  stop(): Promise<void>
}

/** Interval of heartbeats, in ms. */
const HEARTBEAT_MS = 1_000
/** Delay before the next attempt to reach the database, in ms. */
const RETRY_MS = 500
/** Connections that a channel uses: one listens, one sends. */
export const CHANNEL_CONNECTIONS = 2

/**
 * Listens on one connection and sends on another. Reconnects when a connection is lost; also starts without a
 * database.
 * @param caches invalidated by a change that another process or program made, and cleared when changes may
 * have been missed.
 */
export async function openChangeChannel(
  urls: DatabaseUrls,
  log: Log,
  caches: { invalidate(tag: CacheTag): void; clear(): void },
): Promise<ChangeChannel> {
  const self = randomUUID()
  const sender = createSender(urls.url)
  const peers = createPeers()
  // Data read before joining may be older than a change that was acknowledged without waiting for this
  // process.
  const membership = createMembership(() => caches.clear())
  let isStopping = false
  let listener: Listener | null = null
  /** When the latest heartbeat that came back was sent; null before the first one on this connection. */
  let heardUntil: number | null = null

  const isConnected = () =>
    membership.hasJoined() && heardUntil !== null && performance.now() - heardUntil < MAX_STALENESS_MS

  /** Handlers of notifications from other processes, by kind. */
  const receivers = {
    heartbeat: (peer: string) => peers.recordHeartbeat(peer),
    /**
     * From a process that has just begun to listen: it found this one listening, and waits for its welcome
     * before it publishes.
     */
    hello(peer: string) {
      peers.recordHeartbeat(peer)
      void trySend('welcome', peer)
      membership.recordReply(peer)
    },
    welcome(peer: string, [to]: readonly string[]) {
      peers.recordHeartbeat(peer)
      if (to === self) membership.recordReply(peer)
    },
    change(_peer: string, [batch = NO_BATCH, ...tags]: readonly string[]) {
      for (const tag of tags) caches.invalidate(tag as CacheTag)
      if (batch !== NO_BATCH) void trySend('ack', batch)
    },
    ack: (peer: string, [batch = NO_BATCH]: readonly string[]) => peers.acknowledge(batch, peer),
    bye(peer: string) {
      peers.remove(peer)
      membership.recordReply(peer)
    },
  }
  type Kind = keyof typeof receivers

  /** A notification: kind, sender, then the data of its kind. */
  const payloadOf = (kind: Kind, ...data: readonly string[]) => [kind, self, ...data].join(' ')
  /** Sends it if the database is reachable: heartbeats and timeouts make up for a lost one. */
  const trySend = (kind: Kind, ...data: readonly string[]) =>
    sender.send([payloadOf(kind, ...data)]).catch(() => undefined)
  const publisher = createPublisher({ payloadOf, sender, peers, membership })

  function receive(payload: string): void {
    // Sent by a trigger or another program.
    const triggered = NOTIFIED_TAGS.find((tag) => tag === payload)
    if (triggered) return caches.invalidate(triggered)
    const [kind = '', from = '', ...data] = payload.split(' ')
    if (!Object.hasOwn(receivers, kind)) return
    if (from !== self) receivers[kind as Kind](from, data)
    else if (kind === 'heartbeat' || kind === 'hello') receiveOwnHeartbeat(Number(data[0]))
  }

  function receiveOwnHeartbeat(sentAt: number): void {
    // Changes before this connection listened are unknown.
    if (heardUntil === null) caches.clear()
    heardUntil = sentAt
  }

  /** Listens, unless the database is unreachable: `maintain` retries. */
  async function tryListen(): Promise<void> {
    listener = await openListener(urls.directUrl, self, { notification: receive, lost: lose }).catch(
      () => null,
    )
    if (!listener) return
    membership.join(listener.others)
    if (isStopping) await listener.close()
  }

  function lose(): void {
    void listener?.close()
    listener = null
    heardUntil = null
    membership.leave()
    if (!isStopping) log.warn('cannot receive changes from other processes; the cache is off until it can')
  }

  /** Replaces a connection on which no heartbeat comes back, and retries unsent changes. */
  async function maintain(): Promise<void> {
    while (!isStopping) {
      const before = listener
      if (!before) await tryListen()
      publisher.retryUnsent()
      const kind = membership.hasJoined() ? 'heartbeat' : 'hello'
      await trySend(kind, String(performance.now()))
      await delay(listener ? HEARTBEAT_MS : RETRY_MS, undefined, { ref: false })
      const isSilent = performance.now() - (heardUntil ?? before?.since ?? 0) > MAX_STALENESS_MS
      if (before !== null && before === listener && isSilent) lose()
    }
  }

  await tryListen()
  void maintain()
  return {
    publish: (tag) => publisher.publish(tag),
    isConnected,
    async stop() {
      // Without a database there is nothing to say goodbye to.
      await sender.send([...publisher.unsent(), payloadOf('bye')]).catch(() => undefined)
      isStopping = true
      await Promise.all([listener?.close(), sender.close()])
    },
  }
}
