import { LRUCache } from 'lru-cache'
import type { ChangeTopic } from '#domain/shop.ts'

/**
 * What this process remembers of answers, dropped by topic. Nothing that was read before a change is remembered after it:
 * whoever reads notes the versions first, and what comes back too late is not kept.
 */
export type TaggedCache = {
  /** What is remembered under the key; undefined when nothing is, or not of this version any more. */
  get(key: string): unknown
  /** The versions of these topics now; hand them to `keep` with what was read after this moment. */
  versions(topics: readonly ChangeTopic[]): Versions
  /** True when what is read at these versions is still what somebody asking now must get. */
  isCurrent(read: Versions): boolean
  /** @param bytes what the value takes in memory; one that is larger than the whole budget is not kept. */
  set(key: string, value: unknown, read: Versions, bytes: number): void
  /** The value under this key has grown or shrunk to so many bytes. Nothing happens when another value is kept there by now. */
  resize(key: string, value: unknown, bytes: number): void
  /** Bytes of everything that is remembered now, keys included. */
  bytes(): number
  /** The topic has changed: everything read before is forgotten. */
  invalidate(topic: ChangeTopic): void
}

/** Topics with their versions at the moment of reading. */
export type Versions = readonly (readonly [topic: ChangeTopic, version: number])[]

type Entry = { value: unknown; topics: readonly ChangeTopic[]; bytes: number }

/** What an entry takes beside its key and its value: the objects that hold it. In bytes. */
const ENTRY_BYTES = 500

/**
 * @param maxBytes what may be remembered in all; beyond that goes what was not asked for longest.
 * @param isConnected false while changes of other processes cannot be heard: then nothing is found and nothing kept.
 */
export function createTaggedCache(maxBytes: number, isConnected: () => boolean): TaggedCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: (entry, key) => entry.bytes + 2 * key.length + ENTRY_BYTES,
  })
  const version: Record<ChangeTopic, number> = { products: 0, reviews: 0, tokens: 0 }
  const bump = (topic: ChangeTopic) => {
    version[topic] += 1
    for (const [key, entry] of entries.entries()) if (entry.topics.includes(topic)) entries.delete(key)
  }
  const isCurrent = (read: Versions) =>
    isConnected() && read.every(([topic, seen]) => version[topic] === seen)
  return {
    get: (key) => (isConnected() ? entries.get(key)?.value : undefined),
    versions: (topics) => topics.map((topic) => [topic, version[topic]] as const),
    isCurrent,
    set(key, value, read, bytes) {
      if (isCurrent(read)) entries.set(key, { value, topics: read.map(([topic]) => topic), bytes })
    },
    resize(key, value, bytes) {
      const entry = entries.peek(key)
      if (entry && entry.value === value) entries.set(key, { value, topics: entry.topics, bytes })
    },
    bytes: () => entries.calculatedSize,
    invalidate: bump,
  }
}
