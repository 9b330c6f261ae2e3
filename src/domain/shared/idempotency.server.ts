import { createHash } from 'node:crypto'
import type { Database } from '#db/connection.ts'
import { isConstraint } from '#db/is-constraint.ts'
import { isFinal, ok, type Outcome, refused, type Refusal } from './outcome.ts'
import type { Shop } from '../shop.ts'

/** An Idempotency-Key with what it was sent for: one key, one effect (I15). */
export type Once = { key: string; call: string; bodyHash: Buffer }

/** A key for what was sent, in the address and the body; the same fields in another order are the same. */
export function onceFor(call: string, key: string, sent: unknown): Once {
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
 * A key is kept for a day.
 */
export async function findAnswer<T extends object>(
  shop: Shop,
  account: { id: string },
  once: Once,
): Promise<Outcome<T> | null> {
  const row = await shop.db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer', 'refusal'])
    .where('account_id', '=', account.id)
    .where('call', '=', once.call)
    .where('key', '=', once.key)
    .executeTakeFirst()
  return row ? answerOf({ ...row, sameBody: row.body_hash.equals(once.bodyHash) }) : null
}

/** A key that was used before: whether for the same request, and what that was answered, or refused with. */
export type UsedKey = { sameBody: boolean; answer: unknown; refusal: unknown }

/** What a used key answers: the first answer or refusal to the same request; a refusal to another one. */
export function answerOf<T extends object>({ sameBody, answer, refusal }: UsedKey): Outcome<T> {
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
export async function rememberRefusal<T extends object>(
  shop: Shop,
  account: { id: string },
  once: Once,
  refusal: Refusal,
): Promise<Outcome<T>> {
  if (!isFinal(refusal.code)) return { ok: false, refusal }
  // Waits for a try that is storing its answer in this moment.
  const kept = await shop.db
    .insertInto('idempotency_keys')
    .values({ ...keyRow(account, once), answer: null, refusal: JSON.stringify(refusal) })
    .onConflict((on) => on.doNothing())
    .returning('key')
    .executeTakeFirst()
  return (kept ? null : await findAnswer<T>(shop, account, once)) ?? { ok: false, refusal }
}

/** Keeps an answer under its key. In the transaction of the effect, so that both happen or neither. */
export async function rememberAnswer(
  trx: Database,
  account: { id: string },
  once: Once,
  answer: object,
): Promise<void> {
  await trx
    .insertInto('idempotency_keys')
    .values({ ...keyRow(account, once), answer: JSON.stringify(answer), refusal: null })
    .execute()
}

function keyRow(account: { id: string }, once: Once) {
  return { account_id: account.id, call: once.call, key: once.key, body_hash: once.bodyHash }
}

/**
 * Runs `work` in a transaction, at most once per key: a repetition, also one at the same moment, gets the first one's answer.
 * Without a key it simply runs.
 */
export async function doOnce<T extends object>(
  shop: Shop,
  account: { id: string },
  once: Once | null,
  work: (trx: Database) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if (!once) return shop.db.transaction().execute(work)
  const known = await findAnswer<T>(shop, account, once)
  if (known) return known
  try {
    const outcome = await shop.db.transaction().execute(async (trx) => {
      const outcome = await work(trx)
      if (outcome.ok) await rememberAnswer(trx, account, once, outcome.value)
      return outcome
    })
    if (outcome.ok) return outcome
    // The first one, at the same moment, may be what left nothing for this one.
    return (await findAnswer<T>(shop, account, once)) ?? outcome
  } catch (error) {
    if (!isKeyTaken(error)) throw error
    const first = await findAnswer<T>(shop, account, once)
    if (first) return first
    throw error
  }
}

/** True when the database refused a second use of the same key. */
export function isKeyTaken(error: unknown): boolean {
  return isConstraint(error, 'idempotency_keys_pkey')
}
