/** The values in groups of at most `size`, in their order. */
export function* batches<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let some: T[] = []
  for (const one of all) {
    some.push(one)
    if (some.length < size) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

/** The values in groups of `size`, in their order, however many come at a time. */
export async function* inBatches<T>(pieces: AsyncIterable<readonly T[]>, size: number): AsyncGenerator<T[]> {
  let waiting: T[] = []
  for await (const piece of pieces) {
    waiting = waiting.length === 0 ? [...piece] : [...waiting, ...piece]
    const whole = waiting.length - (waiting.length % size)
    yield* batches(waiting.slice(0, whole), size)
    waiting = waiting.slice(whole)
  }
  if (waiting.length > 0) yield waiting
}
