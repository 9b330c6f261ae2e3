// npm run test:cluster: three stores behind HAProxy and nginx, on PostgreSQL under Patroni on three machines
// that are simulated here. While customers order and pay, the leader is killed, paused and cut off, one fault
// after another. Then the responses that clients got are compared with the store's state. Exits with 1 on any
// breach. See docs/cluster.md.
//   --faults N        (default 10)
//   --seed N          seeds the clients' decisions; scheduling is up to the machine
//   --clients N       (default 6)
//   --keep            keeps the folder with the logs
//   --etcd-colocated  runs etcd's members on the databases' machines, not on machines of their own
//   --etcd3           uses etcd's API v3 even for a Patroni that loses writes with it (docs/cluster.md)
//   --asynchronous    disables synchronous replication: the test must find the writes that are lost
import { parseArgs } from 'node:util'
import { buildStore } from '../build-store.ts'
import { describePrograms, findPostgres, installMissing, patroniVersion } from './needed-programs.ts'
import { describeBreaches, describeReport, isClean } from './report.ts'
import { runCluster } from './run-cluster.ts'

/** In older versions, a leader that was paused overwrites its successor's lease. */
const PATRONI_FOR_ETCD3 = 3.1

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '10' },
    seed: { type: 'string' },
    clients: { type: 'string', default: '6' },
    keep: { type: 'boolean', default: false },
    etcd3: { type: 'boolean', default: false },
    'etcd-colocated': { type: 'boolean', default: false },
    asynchronous: { type: 'boolean', default: false },
  },
})
const numbers = [values.faults, values.clients, values.seed ?? '1'].map(Number)
if (numbers.some((number) => !(number > 0)))
  throw new Error('--faults, --clients and --seed are numbers above zero')

const missing = installMissing()
if (missing.length > 0) {
  const what = `needs Debian's packages ${missing.join(', ')}: install them, or run this as root, which does`
  console.log(process.geteuid?.() === 0 ? `The cluster test ${what}.` : `SKIPPED: the cluster test ${what}.`)
  process.exit(process.geteuid?.() === 0 ? 1 : 0)
}
buildStore()
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
const seed = Number(values.seed ?? Math.floor(1 + Math.random() * 1_000_000))
console.log(`Seed ${seed}; ${describePrograms()}`)
const report = await runCluster({
  seed,
  faults: Number(values.faults),
  clients: Number(values.clients),
  postgres: findPostgres() ?? '',
  synchronous: !values.asynchronous,
  etcdApi: values.etcd3 || patroniVersion() >= PATRONI_FOR_ETCD3 ? 3 : 2,
  etcdColocated: values['etcd-colocated'],
  keep: values.keep,
  say: (line) => console.log(`${Math.round(performance.now() / 1_000)} s  ${line}`),
  signal: interrupted.signal,
})
console.log(`\n${describeReport(report)}\n`)
console.log(isClean(report) ? 'No breaches.' : `${describeBreaches(report)}\nA promise was broken.`)
process.exit(isClean(report) ? 0 : 1)
