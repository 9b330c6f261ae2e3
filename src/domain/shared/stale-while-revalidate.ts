/**
 * Caches what is slow to read and may be a little old. After `ms` it is read again, and only the first caller waits.
 * @param read what to cache for a key, such as a shop; a failed reading is tried again at the next call.
 * @param now the clock, in ms.
 */
export function staleWhileRevalidate<K extends object, T>(
  ms: number,
  read: (key: K) => Promise<T>,
  now: () => number = () => performance.now(),
): (key: K) => Promise<T> {
  type Entry = { readAt: number; value: Promise<T> }
  const entries = new WeakMap<K, Entry>()
  return (key) => {
    const known = entries.get(key)
    if (known && now() - known.readAt < ms) return known.value
    const next: Entry = { readAt: now(), value: read(key) }
    // Until then the known value goes on being used.
    entries.set(key, known ? { ...next, value: known.value } : next)
    next.value.then(
      () => entries.set(key, next),
      () => (known ? entries.set(key, { ...known, readAt: -Infinity }) : entries.delete(key)),
    )
    return known?.value ?? next.value
  }
}
