// npm run lab -- <program> …: measures the store from outside, and breaks what it depends on (README.md).
import process from 'node:process'

const PROGRAMS: Readonly<Record<string, { does: string; run: () => Promise<unknown> }>> = {
  bench: {
    does: 'the built store, versus a bare Node server and bare PostgreSQL; "bench orders" for one section',
    run: () => import('./bench/bench.ts'),
  },
  'bench-big': {
    does: '100,000 products and a million orders, versus the demo store',
    run: () => import('./bench/bench-big.ts'),
  },
  'bench-capacity': {
    does: 'one, two and three store processes on one database',
    run: () => import('./bench/bench-capacity.ts'),
  },
  'bench-catalogue': {
    does: 'searches, pages and imports of up to a million parts',
    run: () => import('./bench/bench-catalogue.ts'),
  },
  'bench-web': {
    does: 'the public pages on a slow phone and network',
    run: () => import('./bench-web/bench-web.ts'),
  },
  chaos: {
    does: 'clients of stores that are killed, then a check of every acknowledged change',
    run: () => import('./chaos/chaos.ts'),
  },
  cluster: {
    does: 'three stores on PostgreSQL under Patroni, whose leader is killed, paused and cut off',
    run: () => import('./cluster/run.ts'),
  },
  hosted: { does: "sign-in by Firebase's own emulator", run: () => import('./hosted/run.ts') },
  screenshots: {
    does: "the README's pictures of a running demo store",
    run: () => import('./screenshots/screenshots.ts'),
  },
}

const name = process.argv[2] ?? ''
const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined
if (program) {
  // Each reads its options as if it had been started itself.
  process.argv.splice(2, 1)
  await program.run()
} else {
  const rows = Object.entries(PROGRAMS).map(([known, { does }]) => `  ${known.padEnd(15)}  ${does}`)
  const isHelp = ['--help', '-h'].includes(name)
  const print = isHelp ? console.log : console.error
  if (!isHelp && name !== '') print(`There is no program "${name}" in the lab.`)
  print(
    `Use: npm run lab -- <program> …\n\n${rows.join('\n')}\n\nThe options are in the first lines of each file.`,
  )
  process.exitCode = isHelp ? 0 : 2
}
