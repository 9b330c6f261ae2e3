import type { Database } from './connection.ts'

/**
 * Runs `work` in a transaction, which is rolled back when its result is not ok: a refusal that only shows
 * after something was written.
 * @throws what `work` and the database throw, after rolling back.
 */
export async function commitIfOk<Result extends { ok: boolean }>(
  db: Database,
  work: (trx: Database) => Promise<Result>,
): Promise<Result> {
  const trx = await db.startTransaction().execute()
  try {
    const result = await work(trx)
    if (result.ok) await trx.commit().execute()
    return result
  } finally {
    if (!trx.isCommitted) await trx.rollback().execute()
  }
}
