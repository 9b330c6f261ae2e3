import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'

/**
 * Hashes and verifies passwords, one or two at a time in this process; others wait. Both throw
 * HashingBusyError.
 */
export type PasswordHashing = {
  hash: (password: string) => Promise<string>
  verify: (input: { hash: string; password: string }) => Promise<boolean>
}

/** Password hashing that reports how many run and wait. */
export type QueuedHashing = PasswordHashing & { stats(): { running: number; waiting: number } }

/** Too many passwords are waiting to be hashed or verified. Nothing was done. */
export class HashingBusyError extends Error {
  override name = 'HashingBusyError'
}

/**
 * The number of concurrent hashes. Each takes a thread and 32 MB for some 80 ms: two leave threads for files,
 * pictures and compression (UV_THREADPOOL_SIZE in src/server/store-command.mjs), and with two processors, one
 * hash leaves the other processor for requests.
 */
export function hashesAtOnce(processors: number): number {
  return processors > 2 ? 2 : 1
}
/** Length of the queue: two to four seconds. */
const MAX_WAITING = 40

/** Better Auth's own scrypt, loaded on first use. */
const scrypt: PasswordHashing = {
  hash: async (password) => (await import('better-auth/crypto')).hashPassword(password),
  verify: async (input) => (await import('better-auth/crypto')).verifyPassword(input),
}

/** @param work does the hashing itself. */
export function createPasswordHashing(
  work: PasswordHashing = scrypt,
  atOnce = hashesAtOnce(availableParallelism()),
): QueuedHashing {
  const limit = pLimit(atOnce)
  const queued = async <T>(run: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= MAX_WAITING)
      throw new HashingBusyError('Too many passwords are waiting to be hashed')
    return limit(run)
  }
  return {
    hash: (password) => queued(() => work.hash(password)),
    verify: (input) => queued(() => work.verify(input)),
    stats: () => ({ running: limit.activeCount, waiting: limit.pendingCount }),
  }
}
