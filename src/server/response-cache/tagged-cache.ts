import { LRUCache } from 'lru-cache'

/** Before a reading: nothing that a change has overtaken since is stored. `at`: performance.now(). */
export type Snapshot = { revision: number; at: number }

/**
 * A cache whose entries are invalidated by tag, and expire. Nothing that was read before a change is stored
 * after it: a reader takes a snapshot first, and `set` refuses a value that an invalidation has overtaken.
 */
export type TaggedCache<Value> = {
  get(key: string): Value | undefined
  /** Take it before reading data to cache. */
  snapshot(): Snapshot
  /** True if what was read since the snapshot has neither expired nor had one of its tags invalidated. */
  isCurrent(since: Snapshot, tags: readonly string[]): boolean
  /** @param of.bytes size of the value in memory; a value larger than the whole budget is not stored. */
  set(key: string, value: Value, of: { tags: readonly string[]; since: Snapshot; bytes: number }): void
  /** Updates the size of a value. Does nothing if the key holds another value by now. */
  resize(key: string, value: Value, bytes: number): void
  /** Bytes of all entries, keys and tags included. */
  bytes(): number
  invalidate(tag: string): void
  /** Invalidates everything: changes may have been missed. */
  clear(): void
}

type Entry<Value> = { value: Value; tags: readonly string[]; bytes: number; readAt: number }

/** Overhead of an entry and of each of its tags, in bytes. */
const ENTRY_BYTES = 500
const TAG_BYTES = 150
/**
 * Tags whose latest invalidation is remembered. Reads that began before the oldest of them are not stored.
 */
const REMEMBERED_TAGS = 10_000

/**
 * @param maxBytes budget of all entries; beyond it the least recently used one is evicted.
 * @param ttlMs how long after its reading began a value is returned, in ms.
 */
export function createTaggedCache<Value>(maxBytes: number, ttlMs: number): TaggedCache<Value> {
  const keysByTag = new Map<string, Set<string>>()
  const entries = new LRUCache<string, Entry<Value>>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes, tags }, key) => bytes + 2 * key.length + ENTRY_BYTES + TAG_BYTES * tags.length,
    dispose: ({ tags }, key) => {
      for (const tag of tags) {
        const keys = keysByTag.get(tag)
        keys?.delete(key)
        if (keys?.size === 0) keysByTag.delete(tag)
      }
    },
  })
  let revision = 0
  /** Reads that began before this revision are too old to check. */
  let oldestKnown = 0
  /** The revision of each tag's latest invalidation, oldest first. */
  const invalidatedAt = new Map<string, number>()

  function store(key: string, entry: Entry<Value>): void {
    entries.set(key, entry)
    if (entries.peek(key) !== entry) return
    for (const tag of entry.tags) {
      const keys = keysByTag.get(tag)
      if (keys) keys.add(key)
      else keysByTag.set(tag, new Set([key]))
    }
  }

  const isFresh = (readAt: number) => performance.now() - readAt < ttlMs
  const isCurrent = (since: Snapshot, tags: readonly string[]) =>
    isFresh(since.at) &&
    since.revision >= oldestKnown &&
    tags.every((tag) => (invalidatedAt.get(tag) ?? 0) <= since.revision)

  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry || isFresh(entry.readAt)) return entry?.value
      entries.delete(key)
      return undefined
    },
    snapshot: () => ({ revision, at: performance.now() }),
    isCurrent,
    set(key, value, { tags, since, bytes }) {
      if (isCurrent(since, tags)) store(key, { value, tags, bytes, readAt: since.at })
    },
    resize(key, value, bytes) {
      const entry = entries.peek(key)
      if (entry && entry.value === value) store(key, { ...entry, bytes })
    },
    bytes: () => entries.calculatedSize,
    invalidate(tag) {
      revision += 1
      invalidatedAt.delete(tag)
      invalidatedAt.set(tag, revision)
      if (invalidatedAt.size > REMEMBERED_TAGS) {
        const [oldest] = invalidatedAt
        if (oldest) {
          invalidatedAt.delete(oldest[0])
          oldestKnown = oldest[1]
        }
      }
      for (const key of keysByTag.get(tag) ?? []) entries.delete(key)
    },
    clear() {
      revision += 1
      oldestKnown = revision
      invalidatedAt.clear()
      entries.clear()
    },
  }
}
