import { type RawBuilder, sql } from 'kysely'
import Papa from 'papaparse'
import { dollarsFromCents } from '../shared/money.ts'
import { ok, type Outcome, refusedField } from '../shared/outcome.ts'
import { rateFromPpm } from '../shared/rate.ts'
import { dayOf, shopTimeZone } from '../shared/shop-days.ts'
import type { Shop } from '../shop.ts'
import { MAX_PERIODS, type ReportQuery, type Takings, type TaxReport } from './report.ts'

type ReportShop = Pick<Shop, 'db' | 'content'>

/** The days of a report, and how they are summed up. */
type Range = { from: string; to: string; by: ReportQuery['by']; timeZone: string }

/**
 * What was invoiced and credited in each period, the tax in it, and the deposits held at its end: sums of
 * documents, so they never change for days that are over. Access: admins. Refusals: invalid_input for days in
 * the wrong order, or for too many periods.
 */
export async function showTakings(shop: ReportShop, query: ReportQuery): Promise<Outcome<Takings[]>> {
  const range = await rangeOf(shop, query)
  if (!range.ok) return range
  const { begins, ends, quarterOf, periodOf, nameOf, periods } = sqlOf(range.value)
  type Row = { period: string } & Record<'invoiced' | 'credited' | 'tax' | 'held', number>
  // Materialized: once for all periods, not for each.
  const { rows } = await sql<Row>`
    with issued as materialized (
      select ${periodOf(sql.ref('quarter'))} as period, sum(invoiced) as invoiced, sum(credited) as credited, sum(tax) as tax
      from (select ${quarterOf(sql.ref('issued_at'))} as quarter,
                   sum(total_cents) filter (where kind = 'invoice') as invoiced,
                   -sum(total_cents) filter (where kind = 'credit_note') as credited, sum(tax_cents) as tax
            from documents where issued_at >= ${begins} and issued_at < ${ends} group by 1) quarters
      group by 1
    ), deposits as materialized (
      -- Those of the time before are held at the end of the first period.
      select ${periodOf(sql`greatest(quarter, ${begins})`)} as period, sum(cents) as cents
      from (select ${quarterOf(sql.ref('at'))} as quarter,
                   sum(case kind when 'charged' then amount_cents else -amount_cents end) as cents
            from core_movements where at < ${ends} group by 1) quarters
      group by 1
    )
    select ${nameOf(sql.ref('p.period'))} as period, coalesce(invoiced, 0)::float8 as invoiced,
           coalesce(credited, 0)::float8 as credited, coalesce(tax, 0)::float8 as tax,
           coalesce(sum(cents) over (order by p.period), 0)::float8 as held
    from ${periods} left join issued using (period) left join deposits using (period) order by p.period`.execute(
    shop.db,
  )
  return ok(
    rows.map(({ period, invoiced, credited, tax, held }) => ({
      period,
      invoiced: dollarsFromCents(invoiced),
      credited: dollarsFromCents(credited),
      takings: dollarsFromCents(invoiced - credited),
      tax: dollarsFromCents(tax),
      depositsHeld: dollarsFromCents(held),
    })),
  )
}

/**
 * The tax of each region and rate in each period that has some: the sums of the lines of documents. Access:
 * admins. Refusals: those of showTakings.
 */
export async function showTaxReport(shop: ReportShop, query: ReportQuery): Promise<Outcome<TaxReport[]>> {
  const range = await rangeOf(shop, query)
  if (!range.ok) return range
  const { begins, ends, periodOf, nameOf } = sqlOf(range.value)
  const { rows } = await sql<{ period: string; region: string; ppm: number; taxable: number; tax: number }>`
    select ${nameOf(periodOf(sql.ref('d.issued_at')))} as period, coalesce(r.name, '') as region, l.rate_ppm as ppm,
           sum(l.net_cents)::float8 as taxable, sum(l.tax_cents)::float8 as tax
    from documents d join document_lines l on l.document_id = d.id left join tax_regions r on r.id = l.region_id
    where d.issued_at >= ${begins} and d.issued_at < ${ends} and l.rate_ppm is not null
    group by 1, 2, 3 order by 1, 2, 3`.execute(shop.db)
  return ok(
    rows.map(({ period, region, ppm, taxable, tax }) => ({
      period,
      region,
      rate: rateFromPpm(ppm),
      taxable: dollarsFromCents(taxable),
      tax: dollarsFromCents(tax),
    })),
  )
}

/** A report as a CSV file (UTF-8, with a header), in one chunk. */
export function reportFile(name: string, rows: readonly object[], columns: readonly string[]) {
  const text = Papa.unparse(
    { fields: [...columns], data: [...rows] },
    { newline: '\r\n', escapeFormulae: true },
  )
  return { name: `${name}.csv`, type: 'text/csv; charset=utf-8', chunks: oneChunk(`${text}\r\n`) }
}

async function* oneChunk(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text)
}

async function rangeOf({ content }: ReportShop, { from, to, by }: ReportQuery): Promise<Outcome<Range>> {
  const timeZone = shopTimeZone(await content())
  const last = to ?? dayOf(new Date(), timeZone)
  const first = from ?? monthsBefore(last, 11)
  if (first > last)
    return refusedField('to', 'invalid_input', 'The last day is before the first day', 'invalid')
  const days = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1
  if (days > (by === 'day' ? MAX_PERIODS : MAX_PERIODS * 31))
    return refusedField('from', 'invalid_input', `Choose at most ${MAX_PERIODS} ${by}s`, 'invalid')
  return ok({ from: first, to: last, by, timeZone })
}

/** The first day of the month that is so many months before this day's. */
function monthsBefore(day: string, months: number): string {
  const first = new Date(`${day.slice(0, 7)}-01`)
  first.setUTCMonth(first.getUTCMonth() - months)
  return first.toISOString().slice(0, 10)
}

function sqlOf({ from, to, by, timeZone }: Range) {
  const form = by === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'
  return {
    begins: sql`(${from}::date::timestamp at time zone ${timeZone})`,
    ends: sql`((${to}::date + 1)::timestamp at time zone ${timeZone})`,
    /**
     * The quarter of an hour of a moment: every time zone is a multiple of it away from UTC, and a million
     * rows are summed up by it in a fraction of the time that their days take.
     */
    quarterOf: (moment: RawBuilder<unknown>) =>
      sql`date_bin(interval '15 minutes', ${moment}, timestamptz '2000-01-01 00:00Z')`,
    /** The beginning of the period of a moment, where the store is. */
    periodOf: (moment: RawBuilder<unknown>) => sql`date_trunc(${by}, ${moment} at time zone ${timeZone})`,
    nameOf: (period: RawBuilder<unknown>) => sql`to_char(${period}, ${sql.lit(form)})`,
    /** All of them, as `p`. */
    periods: sql`generate_series(date_trunc(${by}, ${from}::date::timestamp), ${to}::date::timestamp,
                                 ${`1 ${by}`}::interval) p (period)`,
  }
}
