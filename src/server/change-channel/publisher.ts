import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { CacheTag } from '#domain/shared/cache-tags.ts'
import type { createMembership } from './membership.ts'
import { type createPeers, PEER_TIMEOUT_MS } from './peers.ts'
import type { createSender } from './sender.ts'

/** For how long changes are collected for one statement while there is no other process, in ms. */
const BATCH_MS = 20
/** Tags in one notification: PostgreSQL accepts 8000 bytes. */
const TAGS_PER_NOTIFICATION = 100
/** The batch of a notification that is not acknowledged. */
export const NO_BATCH = '-'

/** Sends the changes of this process in batches, and waits for the acknowledgments of the others. */
export function createPublisher({
  payloadOf,
  sender,
  peers,
  membership,
}: {
  payloadOf: (kind: 'change', ...data: readonly string[]) => string
  sender: Pick<ReturnType<typeof createSender>, 'send'>
  peers: ReturnType<typeof createPeers>
  membership: ReturnType<typeof createMembership>
}) {
  let pending = new Set<CacheTag>()
  let nextBatch: Promise<void> | null = null

  /** Sends the changes since the last batch, and waits for the acknowledgments. */
  async function sendPending(): Promise<void> {
    if (!membership.hasJoined())
      await Promise.race([membership.joined(), delay(PEER_TIMEOUT_MS, undefined, { ref: false })])
    nextBatch = null
    const tags = [...pending]
    pending = new Set()
    const batch = randomUUID()
    const acknowledged = peers.acknowledged(batch)
    try {
      await sender.send(changePayloads(batch, tags))
    } catch {
      // Sent again with the next heartbeat. Until then a process that receives nothing has its cache off.
      for (const tag of tags) pending.add(tag)
    }
    await acknowledged
  }

  /** Only the last notification is acknowledged: they arrive in order. */
  function changePayloads(batch: string, tags: readonly CacheTag[]): string[] {
    const payloads = []
    for (let at = 0; at < tags.length; at += TAGS_PER_NOTIFICATION) {
      const isLast = at + TAGS_PER_NOTIFICATION >= tags.length
      const part = tags.slice(at, at + TAGS_PER_NOTIFICATION)
      payloads.push(payloadOf('change', isLast ? batch : NO_BATCH, ...part))
    }
    return payloads
  }

  return {
    /** As ChangeChannel.publish. */
    publish(tag: CacheTag): Promise<void> {
      pending.add(tag)
      const isAlone = membership.hasJoined() && peers.count() === 0
      nextBatch ??= delay(isAlone ? BATCH_MS : 0, undefined, { ref: false }).then(sendPending)
      return isAlone ? Promise.resolve() : nextBatch
    },
    /** Sends changes again that could not be sent. */
    retryUnsent(): void {
      if (pending.size > 0 && !nextBatch && membership.hasJoined()) void sendPending()
    },
    /** The notifications of changes that have not been sent. */
    unsent: () => changePayloads(NO_BATCH, [...pending]),
  }
}
