import type { ChangeTopic } from '#domain/shop.ts'

/**
 * What this process remembers of answers, dropped by topic. Nothing that was read before a change is remembered after it:
 * whoever reads notes the versions first, and what comes back too late is not kept.
 */
export type Memory = {
  /** What is remembered under the key; undefined when nothing is, or not of this version any more. */
  find(key: string): unknown
  /** The versions of these topics now; hand them to `keep` with what was read after this moment. */
  versions(topics: readonly ChangeTopic[]): Versions
  /** True when what is read at these versions is still what somebody asking now must get. */
  isCurrent(read: Versions): boolean
  keep(key: string, value: unknown, read: Versions): void
  /** The topic has changed: everything read before is forgotten. */
  drop(topic: ChangeTopic): void
  /** Forgets everything, and until `resume` remembers nothing: for when changes of other processes cannot be heard. */
  pause(): void
  resume(): void
}

/** Topics with their versions at the moment of reading. */
export type Versions = readonly (readonly [topic: ChangeTopic, version: number])[]

/** @param limit entries at most; beyond that the oldest goes. */
export function createMemory(limit: number): Memory {
  const entries = new Map<string, { value: unknown; topics: readonly ChangeTopic[] }>()
  const version: Record<ChangeTopic, number> = { products: 0, reviews: 0, tokens: 0 }
  let paused = false
  const bump = (topic: ChangeTopic) => {
    version[topic] += 1
    for (const [key, entry] of entries) if (entry.topics.includes(topic)) entries.delete(key)
  }
  const isCurrent = (read: Versions) => !paused && read.every(([topic, seen]) => version[topic] === seen)
  return {
    find: (key) => entries.get(key)?.value,
    versions: (topics) => topics.map((topic) => [topic, version[topic]] as const),
    isCurrent,
    keep(key, value, read) {
      if (!isCurrent(read)) return
      const oldest = entries.size >= limit ? entries.keys().next().value : undefined
      if (oldest !== undefined) entries.delete(oldest)
      entries.set(key, { value, topics: read.map(([topic]) => topic) })
    },
    drop: bump,
    pause() {
      paused = true
      for (const topic of Object.keys(version) as ChangeTopic[]) bump(topic)
    },
    resume() {
      paused = false
    },
  }
}
