import type pg from 'pg'
import { badParameter, noSuch, noSuchIn } from './api-error.ts'
import { chargeObject, refundObject } from './charge-object.ts'
import { eventObject, type EventRow } from './events.ts'
import { expand } from './expand.ts'
import { type Params, textOf, wholeNumberOf } from './form-body.ts'
import { intentObject } from './intent-object.ts'
import { type ApiResponse, type Work } from './intents.ts'
import type { ChargeRow, IntentRow, RefundRow } from './rows.ts'

/** How each kind of object is stored and shown. The table names are constants, never input. */
const kinds = {
  payment_intents: {
    name: 'payment_intent',
    show: (row, work) => intentObject(row as IntentRow, work.baseUrl),
  },
  charges: { name: 'charge', show: (row) => chargeObject(row as ChargeRow) },
  refunds: { name: 'refund', show: (row) => refundObject(row as RefundRow) },
  events: { name: 'event', show: (row) => eventObject(row as EventRow) },
} satisfies Record<string, { name: string; show: (row: unknown, work: Work) => object }>

/** The collections under /v1/ that can be listed and read by id. */
export type Collection = keyof typeof kinds

const tables: Record<Collection, string> = {
  payment_intents: 'simulator.intents',
  charges: 'simulator.charges',
  refunds: 'simulator.refunds',
  events: 'simulator.events',
}

/** GET /v1/{collection}/:id, with `expand[]`. */
export async function readObject(
  work: Work,
  collection: Collection,
  id: string,
  params: Params = {},
): Promise<ApiResponse> {
  const result = await work.tx.query(`select * from ${tables[collection]} where id = $1`, [id])
  const row: unknown = result.rows[0]
  if (!row) throw noSuch(kinds[collection].name, id, collection === 'payment_intents' ? 'intent' : 'id')
  const shown = [kinds[collection].show(row, work)]
  const [body = {}] = await expand(collection, shown, { params, read: relatedReader(work) })
  return { status: 200, body }
}

/**
 * GET /v1/{collection}, newest first: `limit` (1 to 100, default 10), `starting_after`, `created[gte|lte]`
 * (s), `expand[]`, and `payment_intent`, `type` or `types[]`.
 */
export async function listObjects(work: Work, collection: Collection, params: Params): Promise<ApiResponse> {
  const limit = wholeNumberOf(params, 'limit') ?? 10
  if (limit < 1 || limit > 100) throw badParameter('limit', 'Invalid limit: must be between 1 and 100')
  const created = typeof params['created'] === 'object' ? params['created'] : {}
  const values: unknown[] = []
  const conditions = ['true']
  const only = (sql: string, value: unknown) => {
    if (value !== null) conditions.push(sql.replace('?', `$${values.push(value)}`))
  }
  only(`created_at >= to_timestamp(?)`, wholeNumberOf(created, 'gte'))
  only(`created_at <= to_timestamp(?)`, wholeNumberOf(created, 'lte'))
  only(`seq < ?`, await sequenceOf(work.tx, collection, textOf(params, 'starting_after')))
  if (collection === 'charges' || collection === 'refunds')
    only(`intent_id = ?`, textOf(params, 'payment_intent'))
  if (collection === 'events') {
    only(`type = ?`, textOf(params, 'type'))
    only(`type = any(?)`, typeof params['types'] === 'object' ? Object.values(params['types']) : null)
  }
  const result = await work.tx.query(
    `select * from ${tables[collection]} where ${conditions.join(' and ')} order by seq desc limit ${limit + 1}`,
    values,
  )
  const rows: unknown[] = result.rows
  const shown: object[] = rows.slice(0, limit).map((row) => kinds[collection].show(row, work))
  const data = await expand(collection, shown, { params, prefix: 'data.', read: relatedReader(work) })
  return {
    status: 200,
    body: { object: 'list', url: `/v1/${collection}`, has_more: rows.length > limit, data },
  }
}

function relatedReader(work: Work) {
  return async (collection: Collection, id: string): Promise<object> =>
    (await readObject(work, collection, id)).body
}

async function sequenceOf(
  tx: pg.PoolClient,
  collection: Collection,
  id: string | null,
): Promise<string | null> {
  if (id === null) return null
  const result = await tx.query<{ seq: string }>(`select seq from ${tables[collection]} where id = $1`, [id])
  if (!result.rows[0]) throw noSuchIn('starting_after', kinds[collection].name, id)
  return result.rows[0].seq
}
