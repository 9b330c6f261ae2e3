/** Reads the cached value for a key. */
type Cached<K extends object, T> = ((key: K) => Promise<T>) & {
  /** Clears the values of all keys: the next caller waits for a new reading. */
  forget: () => void
}

/**
 * Caches a value that is slow to read and may be stale: after `ms` a call starts a new reading and returns
 * the stale value. Only the first call waits.
 * @param read reads the value for a key, such as a shop; a failed reading is repeated at the next call.
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
    const pending: Entry = known ? { ...next, value: known.value } : next
    entries.set(key, pending)
    // A value that was forgotten during the reading stays forgotten.
    const isCurrent = () => entries.get(key) === pending
    next.value.then(
      () => isCurrent() && entries.set(key, next),
      () => isCurrent() && (known ? entries.set(key, { ...known, readAt: -Infinity }) : entries.delete(key)),
    )
    return pending.value
  }
  return Object.assign(get, { forget: () => void (entries = new WeakMap()) })
}
