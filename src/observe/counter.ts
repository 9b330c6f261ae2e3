/** Numbers of events by name, for /metrics. The names are words of the code, never input. */
export type Counter<Name extends string = string> = {
  add(name: Name): void
  /** Each name that was added, with how often. */
  entries(): IterableIterator<[Name, number]>
}

/** Creates counts without a name yet: the first `add` of each begins at 1. */
export function createCounter<Name extends string>(): Counter<Name> {
  const numbers = new Map<Name, number>()
  return {
    add: (name) => void numbers.set(name, (numbers.get(name) ?? 0) + 1),
    entries: () => numbers.entries(),
  }
}
