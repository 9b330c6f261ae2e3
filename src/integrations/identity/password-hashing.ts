import { availableParallelism } from 'node:os'
import { createBulkhead } from '#db/bulkhead.ts'

/**
 * Hashes and verifies passwords, one or two at a time in this process; others wait. Both throw
 * OverloadedError, with nothing done, when too many wait, in all or of this client.
 * `client`: its address, as returned by addressForLimits.
 */
export type PasswordHashing = {
  hash: (password: string, client: string) => Promise<string>
  verify: (input: { hash: string; password: string }, client: string) => Promise<boolean>
}

/** Password hashing that reports how many run and wait. */
export type QueuedHashing = PasswordHashing & { stats(): { running: number; waiting: number } }

type HashingWork = {
  hash: (password: string) => Promise<string>
  verify: (input: { hash: string; password: string }) => Promise<boolean>
}

/**
 * The number of concurrent hashes. Each takes a thread and 32 MB for some 80 ms: two leave threads for files,
 * pictures and compression (UV_THREADPOOL_SIZE in src/server/store-command.mjs), and with two processors, one
 * hash leaves the other processor for requests.
 */
export function hashesAtOnce(processors: number): number {
  return processors > 2 ? 2 : 1
}
/** Forty take two to four seconds. Few of one address, or it would take sign-in from all others. */
const QUEUE = { maxWaiting: 40, maxWaitingPerClient: 4, maxWaitMs: 60_000 }

/** Better Auth's own scrypt, loaded on first use. */
const scrypt: HashingWork = {
  hash: async (password) => (await import('better-auth/crypto')).hashPassword(password),
  verify: async (input) => (await import('better-auth/crypto')).verifyPassword(input),
}

/** @param work does the hashing itself. */
export function createPasswordHashing(
  work: HashingWork = scrypt,
  atOnce = hashesAtOnce(availableParallelism()),
): QueuedHashing {
  const bulkhead = createBulkhead({ ...QUEUE, maxRunning: atOnce })
  return {
    hash: (password, client) => bulkhead('passwords', () => work.hash(password), client),
    verify: (input, client) => bulkhead('passwords', () => work.verify(input), client),
    stats: () => bulkhead.stats(),
  }
}
