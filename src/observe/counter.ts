/** Counts events by name, for /metrics. Names come from the code, never from input. */
export type Counter<Name extends string = string> = {
  add(name: Name): void
  /** Each name that was added, with its count. */
  entries(): IterableIterator<[Name, number]>
}

export function createCounter<Name extends string>(): Counter<Name> {
  const counts = new Map<Name, number>()
  return {
    add: (name) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    entries: () => counts.entries(),
  }
}
