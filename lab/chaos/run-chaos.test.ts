import { expect, test } from 'vitest'
import { describeBreaches, describeReport, isClean } from './report.ts'
import { runChaos } from './run-chaos.ts'

// A short run of `npm run lab -- chaos`. CHAOS_SEED repeats one.
const seed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 1_000_000))

/** How long clients order, in ms: longer when too little happened, as on a busy machine. */
const STORMS_MS = [7_000, 30_000, 60_000]

test('two stores stay correct while they and their PostgreSQL are killed under load', async () => {
  const stories: string[] = []
  for (const stormMs of STORMS_MS) {
    const report = await runChaos({ seed, stormMs, stores: 2, clients: 6, say: () => undefined })
    const story = `seed ${seed}\n${describeReport(report)}\n${describeBreaches(report)}`
    expect(isClean(report), story).toBe(true)
    const paid = report.state.orders.filter(({ transaction }) => transaction !== null)
    const ofCarts = report.state.orders.filter(({ id, purchase }) => id !== purchase)
    const { 'store killed': kills, 'database killed': databaseKills } = report.harm
    if (kills >= 2 && databaseKills >= 1 && paid.length > 0 && ofCarts.length > 0) return
    stories.push(story)
  }
  throw new Error(
    `Runs without faults, paid orders, or purchases of several parts prove nothing:\n${stories.join('\n')}`,
  )
}, 600_000)
