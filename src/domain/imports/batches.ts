/** Parts that a statement compares or changes: few, since statements have a timeout. */
export const PARTS_PER_STATEMENT = 500

/** The values in groups of at most `size`, in order. */
export function* batches<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = []
  for (const item of all) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** The values in groups of `size`, in order, whatever the size of the chunks they arrive in. */
export async function* inBatches<T>(chunks: AsyncIterable<readonly T[]>, size: number): AsyncGenerator<T[]> {
  const rest: T[] = []
  for await (const chunk of chunks) {
    rest.push(...chunk)
    while (rest.length >= size) yield rest.splice(0, size)
  }
  if (rest.length > 0) yield rest
}
