// The process that `seedIfEmpty` starts: it fills the store with what a new one begins with, and ends.
import { readConfig } from '#config/env.ts'
import { seedStore } from './seed-if-empty.ts'
import { createLog } from '../log.ts'

// Ctrl-C reaches this process from the terminal too: the store decides when it ends, and takes it along when it is killed.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit(1))

process.once('message', async (databaseUrl: string) => {
  await seedStore({
    config: readConfig(),
    databaseUrl,
    // What matters to people ends this process with an error; a connection that closes late is nothing to be told of.
    log: createLog('error'),
    say: (line) => process.stdout.write(`${line}\n`),
  })
  process.exit(0)
})
