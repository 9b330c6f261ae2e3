/** What is cached for a key. */
type Cached<K extends object, T> = ((key: K) => Promise<T>) & {
  /** Clears it for every key: the next caller waits for a new reading. */
  forget: () => void
}

/**
 * Caches what is slow to read and may be a little old. After `ms` it is read again, and only the first caller
 * waits.
 * @param read what to cache for a key, such as a shop; a failed reading is tried again at the next call.
 * @param now the clock, in ms.
 */
export function staleWhileRevalidate<K extends object, T>(
  ms: number,
  read: (key: K) => Promise<T>,
  now: () => number = () => performance.now(),
): Cached<K, T> {
  type Entry = { readAt: number; value: Promise<T> }
  let entries = new WeakMap<K, Entry>()
  const get = (key: K) => {
    const known = entries.get(key)
    if (known && now() - known.readAt < ms) return known.value
    const next: Entry = { readAt: now(), value: read(key) }
    // Until then the known value goes on being used.
    const until: Entry = known ? { ...next, value: known.value } : next
    entries.set(key, until)
    // What was forgotten while it was read stays forgotten.
    const isCurrent = () => entries.get(key) === until
    next.value.then(
      () => isCurrent() && entries.set(key, next),
      () => isCurrent() && (known ? entries.set(key, { ...known, readAt: -Infinity }) : entries.delete(key)),
    )
    return until.value
  }
  return Object.assign(get, { forget: () => void (entries = new WeakMap()) })
}
