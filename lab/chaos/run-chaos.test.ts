import { expect, test } from 'vitest'
import { describeBreaches, describeReport, isClean } from './report.ts'
import { runChaos } from './run-chaos.ts'

// A short run of `npm run lab -- chaos`. CHAOS_SEED repeats one.
const seed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 1_000_000))

test('two stores stay correct while they and their PostgreSQL are killed under load', async () => {
  const report = await runChaos({ seed, stormMs: 7_000, stores: 2, clients: 6, say: () => undefined })
  const story = `seed ${seed}\n${describeReport(report)}\n${describeBreaches(report)}`
  expect(isClean(report), story).toBe(true)
  // A run without faults or orders proves nothing.
  expect(report.harm['store killed'], story).toBeGreaterThanOrEqual(2)
  expect(report.harm['database killed'], story).toBeGreaterThanOrEqual(1)
  expect(report.state.orders.filter(({ transaction }) => transaction !== null).length, story).toBeGreaterThan(
    0,
  )
})
