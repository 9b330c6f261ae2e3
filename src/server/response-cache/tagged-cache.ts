import { LRUCache } from 'lru-cache'
import { isStockTag } from '#domain/shared/cache-tags.ts'

/**
 * A cache whose entries are invalidated by tag. Nothing that was read before a change is stored after it: a
 * reader takes the revision first, and `set` refuses a value that an invalidation has overtaken.
 */
export type TaggedCache<Value> = {
  /** Undefined when nothing is cached, or changes from other processes do not arrive. */
  get(key: string): Value | undefined
  /**
   * The value to send while the database is down. It may be older than what `get` returns, with outdated
   * stock; never one whose price, text or reviews have changed since, as far as this process knows. Undefined
   * after STALE_MS.
   */
  getStale(key: string): Value | undefined
  /** Grows with every invalidation. Take it before reading data to cache. */
  revision(): number
  /** True if none of the tags was invalidated since that revision, as far as this process can know. */
  isCurrent(since: number, tags: readonly string[]): boolean
  /** @param of.bytes size of the value in memory; a value larger than the whole budget is not stored. */
  set(key: string, value: Value, of: { tags: readonly string[]; since: number; bytes: number }): void
  delete(key: string): void
  /** Updates the size of a value. Does nothing if the key holds another value by now. */
  resize(key: string, value: Value, bytes: number): void
  /** Bytes of all entries, keys and tags included. */
  bytes(): number
  entries(): number
  /** Whether entries may be used: changes from other processes arrive. */
  isOn(): boolean
  invalidate(tag: string): void
  /** Invalidates everything: changes may have been missed. */
  clear(): void
}

/** `isCurrent`: the stock that it shows has not changed. `storedAt`: performance.now(). */
type Entry<Value> = {
  value: Value
  tags: readonly string[]
  bytes: number
  isCurrent: boolean
  storedAt: number
}

/** Overhead of an entry and of each of its tags, in bytes. */
const ENTRY_BYTES = 500
const TAG_BYTES = 150
/** Entries expire after this time in any case, in ms: a bound on changes that are never reported. */
const TTL_MS = 60_000
/** How long an entry is kept for an outage of the database, in ms. */
const STALE_MS = 15 * 60_000
/**
 * Tags whose latest invalidation is remembered. Reads that began before the oldest of them are not stored.
 */
const REMEMBERED_TAGS = 10_000

/**
 * @param maxBytes budget of all entries; beyond it the least recently used one is evicted.
 * @param isConnected false while invalidations from other processes do not arrive: then nothing is returned
 * and nothing stored.
 */
export function createTaggedCache<Value>(maxBytes: number, isConnected: () => boolean): TaggedCache<Value> {
  const keysByTag = new Map<string, Set<string>>()
  const entries = new LRUCache<string, Entry<Value>>({
    maxSize: maxBytes,
    ttl: STALE_MS,
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

  function store(key: string, entry: Entry<Value>, options?: { noUpdateTTL: boolean }): void {
    entries.set(key, entry, options)
    if (entries.peek(key) !== entry) return
    for (const tag of entry.tags) {
      const keys = keysByTag.get(tag)
      if (keys) keys.add(key)
      else keysByTag.set(tag, new Set([key]))
    }
  }

  const isCurrent = (since: number, tags: readonly string[]) =>
    isConnected() && since >= oldestKnown && tags.every((tag) => (invalidatedAt.get(tag) ?? 0) <= since)

  return {
    get(key) {
      if (!isConnected()) return undefined
      const entry = entries.get(key)
      return entry?.isCurrent && performance.now() - entry.storedAt < TTL_MS ? entry.value : undefined
    },
    getStale: (key) => entries.get(key)?.value,
    revision: () => revision,
    isCurrent,
    set(key, value, { tags, since, bytes }) {
      if (isCurrent(since, tags))
        store(key, { value, tags, bytes, isCurrent: true, storedAt: performance.now() })
    },
    delete: (key) => void entries.delete(key),
    resize(key, value, bytes) {
      const entry = entries.peek(key)
      if (entry && entry.value === value) store(key, { ...entry, bytes }, { noUpdateTTL: true })
    },
    bytes: () => entries.calculatedSize,
    entries: () => entries.size,
    isOn: isConnected,
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
      for (const key of keysByTag.get(tag) ?? []) {
        const entry = isStockTag(tag) ? entries.peek(key) : undefined
        if (entry) entry.isCurrent = false
        else entries.delete(key)
      }
    },
    clear() {
      revision += 1
      oldestKnown = revision
      invalidatedAt.clear()
      entries.clear()
    },
  }
}
