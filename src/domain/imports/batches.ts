/** The values in groups of at most `size`, in their order. */
export function* batches<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = []
  for (const one of all) {
    batch.push(one)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
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
