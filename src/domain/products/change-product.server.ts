import type { Database } from '#db/connection.ts'
import type { Viewer } from '../accounts/viewer.ts'
import type { AuditAction } from '../audit/audit.ts'
import { type Change, recordChange } from '../audit/record-change.server.ts'
import { isId } from '../shared/id.ts'
import { type IdempotencyKey, runIdempotently } from '../shared/idempotency.server.ts'
import { type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { NO_SUCH_PRODUCT, type ProductRow } from './product-queries.server.ts'

/** Writes the audit row of the change. */
type Audit = (
  action: Extract<AuditAction, `${string}_product`>,
  facts: Pick<Change, 'before' | 'after'>,
) => Promise<unknown>

/**
 * Runs a change of one product in a transaction, with its row locked, at most once per key. When it returns,
 * no process serves the earlier state from its cache. Access: checked by the use case. Refusals: not_found,
 * including for a deleted product; and those of `change`.
 */
export async function changeProduct<T extends object>(
  shop: Pick<Shop, 'db' | 'publishChange'>,
  viewer: Viewer,
  { id, idempotencyKey = null }: { id: string; idempotencyKey?: IdempotencyKey | null },
  change: (trx: Database, before: ProductRow, audit: Audit) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if (!isId(id)) return refused('not_found', NO_SUCH_PRODUCT)
  const outcome = await runIdempotently(shop, viewer, idempotencyKey, async (trx): Promise<Outcome<T>> => {
    const product = await trx
      .selectFrom('products')
      .selectAll()
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!product) return refused('not_found', NO_SUCH_PRODUCT)
    return change(trx, product, (action, facts) =>
      recordChange(trx, { actorId: viewer.id, action, subject: `product:${id}`, ...facts }),
    )
  })
  shop.publishChange('products')
  return outcome
}
