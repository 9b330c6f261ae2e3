import { createHash } from 'node:crypto'
import { commitIfOk } from '#db/commit-if-ok.ts'
import type { Database } from '#db/connection.ts'
import { isConstraint } from '#db/is-constraint.ts'
import { isStoredRefusal, ok, type Outcome, refused, type Refusal } from './outcome.ts'

/** An Idempotency-Key with its request: one key, one effect (I15). */
export type IdempotencyKey = { key: string; call: string; bodyHash: Buffer }

/** A key with the hash of path and body; the order of fields does not matter. */
export function idempotencyKeyFor(call: string, key: string, sent: unknown): IdempotencyKey {
  return { key, call, bodyHash: createHash('sha256').update(canonicalJson(sent)).digest() }
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/**
 * The stored response of a key: the same response or refusal for the same body, a refusal for another body,
 * null for a new key. Keys expire after a day.
 */
export async function findStoredResponse<T extends object>(
  shop: { db: Database },
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

/** A used key: whether the request is the same, and its response or refusal. */
type StoredKey = { sameBody: boolean; answer: unknown; refusal: unknown }

/** The outcome of a used key: the first response to the same request, or a refusal for another one. */
function responseOf<T extends object>({ sameBody, answer, refusal }: StoredKey): Outcome<T> {
  if (!sameBody)
    return refused(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Use a new one.',
    )
  return refusal ? { ok: false, refusal: refusal as Refusal } : ok(answer as T)
}

/**
 * Stores a refusal under its key: a delayed attempt with the same key must not succeed after its retry was
 * refused.
 * @returns the stored outcome: this refusal, or that of a concurrent attempt.
 */
export async function storeRefusal<T extends object>(
  shop: { db: Database },
  account: { id: string },
  key: IdempotencyKey,
  refusal: Refusal,
): Promise<Outcome<T>> {
  if (!isStoredRefusal(refusal.code)) return { ok: false, refusal }
  // Waits for a concurrent attempt that is storing its response.
  const stored = await shop.db
    .insertInto('idempotency_keys')
    .values({ ...keyRow(account, key), answer: null, refusal: JSON.stringify(refusal) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return (stored ? null : await findStoredResponse<T>(shop, account, key)) ?? { ok: false, refusal }
}

/**
 * Stores a response under its key. Call it in the transaction of the effect, so that both happen or neither.
 */
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
 * Runs `work` in a transaction, which a refusal rolls back, at most once per key: repetitions, including
 * concurrent ones, get the first response. Without a key it just runs.
 * @param committed called once its effects are visible, and not for a repetition.
 */
export async function runIdempotently<T extends object>(
  shop: { db: Database },
  account: { id: string },
  key: IdempotencyKey | null,
  work: (trx: Database) => Promise<Outcome<T>>,
  committed: () => void = () => undefined,
): Promise<Outcome<T>> {
  const known = key && (await findStoredResponse<T>(shop, account, key))
  if (known) return known
  try {
    const outcome = await commitIfOk(shop.db, async (trx) => {
      const outcome = await work(trx)
      if (outcome.ok && key) await storeResponse(trx, account, key, outcome.value)
      return outcome
    })
    if (outcome.ok) committed()
    if (outcome.ok || !key) return outcome
    // A concurrent first attempt may have caused the refusal.
    return (await findStoredResponse<T>(shop, account, key)) ?? outcome
  } catch (error) {
    return firstResponse(shop, account, key, error)
  }
}

/**
 * The response of a concurrent first use of the key, which made a second one fail.
 * @throws `error` when that is not the cause.
 */
export async function firstResponse<T extends object>(
  shop: { db: Database },
  account: { id: string },
  key: IdempotencyKey | null,
  error: unknown,
): Promise<Outcome<T>> {
  const isTaken = isConstraint(error, 'idempotency_keys_pkey')
  const first = key && isTaken ? await findStoredResponse<T>(shop, account, key) : null
  if (first) return first
  throw error
}
