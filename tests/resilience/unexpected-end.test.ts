import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'
import { runStore, START_LIMIT_MS } from '../support/running-store.ts'

/** Loaded before the store: at SIGUSR2 it throws an uncaught error with a customer's row. */
const PLANTED = `process.on('SIGUSR2', () => {
  throw Object.assign(new Error('planted'), { detail: 'Failing row contains (ada@example.com, 1 Main Street)' })
})`

test(
  'a store that exits by an uncaught error logs one line without the values involved, and exits with 1',
  async () => {
    const preload = `--import=data:text/javascript,${encodeURIComponent(PLANTED)}`
    const store = await runStore({}, [preload])
    process.kill(store.pid, 'SIGUSR2')
    expect(await store.exited).toEqual([1, null])

    const lines = store.output().split('\n')
    const last = lines.filter((line) => line.includes('planted'))
    expect(last).toHaveLength(1)
    expect(JSON.parse(last[0] ?? '')).toMatchObject({
      level: 60,
      err: { type: 'Error', message: 'planted' },
      msg: 'the store exits: unexpected error',
    })
    expect(store.output()).not.toMatch(/Main Street|ada@/)
    // Its database outlived it, and serves the next start.
    const database = await startEmbeddedPostgres({ dataDir: store.dataDir, log: () => undefined })
    await database.stop()
    await store.close(1)
  },
  START_LIMIT_MS,
)
