/**
 * Awaits work and returns its duration in ms, to compare with other work of the same run, never with a
 * constant.
 */
export async function msOf<T>(work: PromiseLike<T>): Promise<{ result: T; ms: number }> {
  const startedAt = performance.now()
  const result = await work
  return { result, ms: performance.now() - startedAt }
}
