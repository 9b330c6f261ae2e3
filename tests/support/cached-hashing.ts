import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { inject } from 'vitest'
import {
  createPasswordHashing,
  type QueuedHashing,
} from '../../src/integrations/identity/password-hashing.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Set by the projects of vitest.config.ts whose tests may share the results of hashing. */
    cachedHashing?: boolean
  }
}

const hashes = new Map<string, Promise<string>>()
const verified = new Map<string, Promise<boolean>>()

/**
 * The store's own hashing, behind the store's own queue, computed once per password and process: hundreds of
 * sign-ins with the same few passwords took 80 ms of processor time each. Undefined, for the store's default,
 * in projects whose tests may depend on that time.
 */
export function hashingOfTests(): QueuedHashing | undefined {
  if (!inject('cachedHashing')) return undefined
  return createPasswordHashing({
    hash: (password) => once(hashes, password, () => hashPassword(password)),
    verify: (input) => once(verified, JSON.stringify(input), () => verifyPassword(input)),
  })
}

function once<T>(results: Map<string, Promise<T>>, key: string, compute: () => Promise<T>): Promise<T> {
  const result = results.get(key) ?? compute()
  results.set(key, result)
  return result
}
