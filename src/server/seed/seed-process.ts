// The process that `seedIfEmpty` starts: it seeds the store and exits.
import { readConfig } from '#config/env.ts'
import { LeaseLostError } from '#db/lease.ts'
import { TRANSIENT_EXIT_CODE, isTransient, reasonOf } from '#db/prepare-database.ts'
import { ProviderError } from '#domain/payments/payment-provider.ts'
import { createLog } from '../log.ts'
import { seedStore } from './seed-if-empty.ts'

// Ctrl-C reaches this process from the terminal too: the store decides when this one ends, and kills it when
// the store itself stops.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit(1))

process.once('message', async (databaseUrl: string) => {
  try {
    await seedStore({
      // The store waits for the database, and starts this process again.
      config: { ...readConfig(), DATABASE_WAIT_SECONDS: 0 },
      databaseUrl,
      // Real failures end this process with an error; a connection that closes late is not one.
      log: createLog('error'),
      say: (line) => process.stdout.write(`${line}\n`),
    })
    process.exit(0)
  } catch (error) {
    if (!isOfDatabase(error)) throw error
    process.send?.(reasonOf(error), () => process.exit(TRANSIENT_EXIT_CODE))
  }
})

/**
 * The card simulator that charges demo orders runs in this process, so only the database can keep it from
 * responding.
 */
function isOfDatabase(error: unknown): error is Error {
  const isSimulator = error instanceof ProviderError && error.kind !== 'failed'
  return isTransient(error) || error instanceof LeaseLostError || isSimulator
}
