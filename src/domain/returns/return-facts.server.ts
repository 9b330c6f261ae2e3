import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { shopTimeZone } from '../shared/shop-days.ts'

/** What the store's content says of returns. */
export type ReturnContent = { returnDays?: number | undefined; timeZone?: string | undefined }

/** What decides about a return of one part of a purchase. */
export type ReturnFacts = {
  orderId: string
  name: string
  unit: string
  /** Pieces that have shipped, and are neither back nor asked back. */
  parts: number
  /** Deposits held for shipped pieces whose old parts are not asked back: those can be sent alone. */
  cores: number
  returnable: boolean
  /** Null if nothing has shipped, or the store promises no returns. */
  until: Date | null
  isOver: boolean
  /** Null if nothing has shipped, or the part has no deposit. */
  coresUntil: Date | null
  coresAreOver: boolean
}

/** The facts of all parts of these purchases, by their lines; the database's clock decides what is over. */
export async function findReturnFacts(
  db: Database,
  content: ReturnContent,
  purchaseIds: readonly string[],
): Promise<ReturnFacts[]> {
  const zone = shopTimeZone(content)
  const { rows } = await sql<ReturnFacts>`
    select "orderId", name, unit, parts, cores, returnable, until, "coresUntil",
           coalesce(until < clock_timestamp(), false) as "isOver", coalesce("coresUntil" < clock_timestamp(), false) as "coresAreOver"
    from (
      select o.id as "orderId", o.line, o.purchase_id, o.product_name as name, o.unit, r.parts, r.cores, p.returnable,
             end_of_day(r.sent_at, ${content.returnDays ?? null}::integer, ${zone}) as until,
             case when o.core_unit_cents > 0 then end_of_day(r.sent_at, core_days(o.purchase_id), ${zone}) end as "coresUntil"
      from returnable_pieces(${purchaseIds}::uuid[]) r
      join orders o on o.id = r.order_id join products p on p.id = o.product_id) facts
    order by purchase_id, line`.execute(db)
  return rows
}
