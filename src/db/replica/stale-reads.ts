import { AsyncLocalStorage } from 'node:async_hooks'

const captured = new AsyncLocalStorage<{ asOf: number | null }>()

/**
 * Records for the enclosing `captureStaleReads` that something was read while the primary was down. `asOf`:
 * ms since 1970.
 */
export function recordStaleRead(asOf: number): void {
  const context = captured.getStore()
  if (context) context.asOf = Math.min(context.asOf ?? asOf, asOf)
}

/** The result of the work, and since when its reads may be stale; null if they are not. */
export async function captureStaleReads<T>(
  work: () => Promise<T>,
): Promise<{ result: T; asOf: number | null }> {
  const context = { asOf: null as number | null }
  return { result: await captured.run(context, work), asOf: context.asOf }
}
