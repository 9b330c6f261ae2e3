// npm run lab -- chaos
// Real stores on a real database, many clients that buy, pay, delete, ship, review and restock
// over HTTP, and a nemesis that kills stores and database, pauses, cuts connections and makes the card
// provider fail. Afterwards the responses that clients got are compared with the store's state, and the rules
// of `npm run verify` are checked. Exits with 1 on any breach.
//   --seed N       seeds clients and nemesis; scheduling is up to the machine, so a repeated run is similar
//   --minutes M    how long faults are injected (default 1/3)
//   --stores 1|2   (default 2)
//   --clients N    (default 8)
import { parseArgs } from 'node:util'
import { buildStore } from '../build-store.ts'
import { describeBreaches, describeReport, isClean } from './report.ts'
import { runChaos } from './run-chaos.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '0.33' },
    stores: { type: 'string', default: '2' },
    clients: { type: 'string', default: '8' },
  },
})
const numbers = Object.entries(values).map(([name, value]) => [name, Number(value)] as const)
for (const [name, number] of numbers) if (!(number > 0)) throw new Error(`--${name} is a number above zero`)
const seed = Number(values.seed ?? Math.floor(1 + Math.random() * 1_000_000))
const say = (line: string) => process.stdout.write(`${line}\n`)
const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort())
buildStore()

say(`Seed ${seed}`)
const report = await runChaos({
  seed,
  stormMs: Number(values.minutes) * 60_000,
  stores: Number(values.stores),
  clients: Number(values.clients),
  say: (line) => say(`${Math.round(performance.now() / 1_000)} s  ${line}`),
  signal: interrupted.signal,
})
say(`\n${describeReport(report)}`)
if (!isClean(report)) say(`\n${describeBreaches(report)}`)
say(
  isClean(report)
    ? '\nNo breaches.'
    : `\nThe store broke a promise. To repeat:  npm run lab -- chaos --seed ${seed}`,
)
process.exitCode = isClean(report) ? 0 : 1
