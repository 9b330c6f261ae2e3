import { createHash } from 'node:crypto'
import type { Database } from '#db/connection.ts'
import { isConstraint } from '#db/is-constraint.ts'
import { isFinal, ok, type Outcome, refused, type Refusal } from './outcome.ts'
import type { Shop } from '../shop.ts'

/** An Idempotency-Key with what it was sent for: one key, one effect (I15). */
export type IdempotencyKey = { key: string; call: string; bodyHash: Buffer }

/** A key for what was sent, in the address and the body; the same fields in another order are the same. */
export function idempotencyKeyFor(call: string, key: string, sent: unknown): IdempotencyKey {
  return { key, call, bodyHash: createHash('sha256').update(stable(sent)).digest() }
}

function stable(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/**
 * What this key has already led to: the same answer or refusal for the same body, another refusal for another body, null when it is new.
 * A key is stored for a day.
 */
export async function findStoredResponse<T extends object>(
  shop: Shop,
  account: { id: string },
  key: IdempotencyKey,
): Promise<Outcome<T> | null> {
  const row = await shop.db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer', 'refusal'])
    .where('account_id', '=', account.id)
    .where('call', '=', key.call)
    .where('key', '=', key.key)
    .executeTakeFirst()
  return row ? responseOf({ ...row, sameBody: row.body_hash.equals(key.bodyHash) }) : null
}

/** A key that was used before: whether for the same request, and what that was answered, or refused with. */
export type StoredKey = { sameBody: boolean; answer: unknown; refusal: unknown }

/** What a used key answers: the first answer or refusal to the same request; a refusal to another one. */
export function responseOf<T extends object>({ sameBody, answer, refusal }: StoredKey): Outcome<T> {
  if (!sameBody)
    return refused(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Use a new one.',
    )
  return refusal ? { ok: false, refusal: refusal as Refusal } : ok(answer as T)
}

/**
 * Makes a refusal the answer of its key: a try with the same key that was held up on its way must not succeed after its retry was refused.
 * @returns the key's answer: this refusal, or what another try with the key led to at the same moment.
 */
export async function storeRefusal<T extends object>(
  shop: Shop,
  account: { id: string },
  key: IdempotencyKey,
  refusal: Refusal,
): Promise<Outcome<T>> {
  if (!isFinal(refusal.code)) return { ok: false, refusal }
  // Waits for a try that is storing its answer in this moment.
  const stored = await shop.db
    .insertInto('idempotency_keys')
    .values({ ...keyRow(account, key), answer: null, refusal: JSON.stringify(refusal) })
    .onConflict((on) => on.doNothing())
    .returning('key')
    .executeTakeFirst()
  return (stored ? null : await findStoredResponse<T>(shop, account, key)) ?? { ok: false, refusal }
}

/** Keeps an answer under its key. In the transaction of the effect, so that both happen or neither. */
export async function storeResponse(
  trx: Database,
  account: { id: string },
  key: IdempotencyKey,
  answer: object,
): Promise<void> {
  await trx
    .insertInto('idempotency_keys')
    .values({ ...keyRow(account, key), answer: JSON.stringify(answer), refusal: null })
    .execute()
}

function keyRow(account: { id: string }, key: IdempotencyKey) {
  return { account_id: account.id, call: key.call, key: key.key, body_hash: key.bodyHash }
}

/**
 * Runs `work` in a transaction, at most once per key: a repetition, also one at the same moment, gets the first one's answer.
 * Without a key it simply runs.
 */
export async function runIdempotently<T extends object>(
  shop: Shop,
  account: { id: string },
  key: IdempotencyKey | null,
  work: (trx: Database) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if (!key) return shop.db.transaction().execute(work)
  const known = await findStoredResponse<T>(shop, account, key)
  if (known) return known
  try {
    const outcome = await shop.db.transaction().execute(async (trx) => {
      const outcome = await work(trx)
      if (outcome.ok) await storeResponse(trx, account, key, outcome.value)
      return outcome
    })
    if (outcome.ok) return outcome
    // The first one, at the same moment, may be what left nothing for this one.
    return (await findStoredResponse<T>(shop, account, key)) ?? outcome
  } catch (error) {
    if (!isKeyTaken(error)) throw error
    const first = await findStoredResponse<T>(shop, account, key)
    if (first) return first
    throw error
  }
}

/** True when the database refused a second use of the same key. */
export function isKeyTaken(error: unknown): boolean {
  return isConstraint(error, 'idempotency_keys_pkey')
}
