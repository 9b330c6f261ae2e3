import type { TestStore } from './test-store.ts'

/**
 * The minimum number of SQL statements of `work` in three runs: a notification about the test's previous
 * action (a sign-in, a new product) may still be on its way and invalidate the cache once more.
 */
export async function fewestStatements(store: TestStore, work: () => Promise<unknown>): Promise<number> {
  const costs: number[] = []
  for (let run = 0; run < 3; run += 1) {
    const before = store.statements()
    await work()
    costs.push(store.statements() - before)
  }
  return Math.min(...costs)
}
