// The process that `seedIfEmpty` starts: it seeds the store and exits.
import { readConfig } from '#config/env.ts'
import { seedStore } from './seed-if-empty.ts'
import { createLog } from '../log.ts'

// Ctrl-C reaches this process from the terminal too: the store decides when it ends, and kills it on its own end.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit(1))

process.once('message', async (databaseUrl: string) => {
  await seedStore({
    config: readConfig(),
    databaseUrl,
    // Real failures end this process with an error; a connection that closes late is not one.
    log: createLog('error'),
    say: (line) => process.stdout.write(`${line}\n`),
  })
  process.exit(0)
})
