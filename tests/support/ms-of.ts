/** Waits for work, and says how long it took, in ms: to be compared with other work of the same run, never with a number. */
export async function msOf<T>(work: PromiseLike<T>): Promise<{ result: T; ms: number }> {
  const startedAt = performance.now()
  const result = await work
  return { result, ms: performance.now() - startedAt }
}
