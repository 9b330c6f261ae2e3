import type { TestStore } from './test-store.ts'

/**
 * The SQL statements that `work` costs at least, of three runs: news of what a test did just before (a sign-in, a new product) may still be on
 * its way and invalidate once more what is cached.
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
