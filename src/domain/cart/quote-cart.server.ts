import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { LOG_IN_FIRST, type Viewer } from '../accounts/viewer.ts'
import type { AddressInput } from '../addresses/address.ts'
import { findAddress } from '../addresses/list-addresses.server.ts'
import { NO_SUCH_ADDRESS } from '../addresses/lock-addresses.server.ts'
import { type Destination, whyNotDeliverable } from '../delivery/delivery-options.ts'
import { TOTAL_OUT_OF_RANGE } from '../orders/order-total.ts'
import type { HeldPieces } from '../orders/unverified-share.ts'
import { priceCart } from '../sales/price-cart.ts'
import { ok, type Outcome, refused, refusedField } from '../shared/outcome.ts'
import { today } from '../shared/today.server.ts'
import type { Shop } from '../shop.ts'
import { checkShare } from './check-line.ts'
import { destinationOf, destinationOfPostalCode } from './destination.ts'
import { pricedLines, readSalesFacts, type SalesFacts } from './pricing-facts.server.ts'
import type { Quote, QuoteInput } from './quote.ts'
import { showCartLines, type ShownLines } from './show-cart-lines.server.ts'
import { showPrice } from './show-quote.ts'
import { readCart } from './stored-cart.server.ts'

type QuoteShop = Pick<Shop, 'db' | 'vehicles' | 'content' | 'rules'>

/**
 * What a cart costs to the door, and whether it can be ordered: nothing is stored. Access: everyone for
 * lines; customers also for their own cart and address book.
 * Refusals: unauthenticated for an own cart or address without logging in; not_found for an address that is
 * not in the customer's book; invalid_input for one that is wrong by the rules of today.
 */
export async function quoteCart(
  shop: QuoteShop,
  viewer: Viewer | undefined,
  { lines: given, cars: givenCars, ...where }: QuoteInput,
): Promise<Outcome<Quote>> {
  if (!viewer && (!given || where.addressId !== undefined)) return refused('unauthenticated', LOG_IN_FIRST)
  const stored = !given && viewer ? await readCart(shop.db, viewer.id) : { lines: given ?? [], cars: [] }
  const found = await findDestination(shop, viewer, where)
  if (!found.ok) return found
  const { destination, isComplete } = found.value
  const shown = await showCartLines(shop, stored.lines, givenCars ?? stored.cars)
  const facts = await readSalesFacts(shop.db, await today(shop))
  const lines = pricedLines(stored.lines, shown.sold)
  const price = priceCart(lines, { ...facts, destination, methodId: where.methodId ?? null })
  const shares = viewer ? await shareProblems(shop, viewer, shown) : []
  const problems = [
    ...shown.lines.flatMap(({ productId, name, problem }) =>
      problem
        ? { field: `lines.${productId}`, code: problem.code, message: `${name}: ${problem.message}` }
        : [],
    ),
    ...shares,
    ...deliveryProblems(facts, lines, destination),
    ...(price.outOfRange && lines.length > 0
      ? [{ field: 'total', code: 'total_out_of_range', message: TOTAL_OUT_OF_RANGE }]
      : []),
  ]
  return ok({
    lines: shown.lines,
    ...showPrice(price),
    estimated: !isComplete,
    missing: [
      ...(viewer ? [] : (['login'] as const)),
      ...(shares.length > 0 ? (['email'] as const) : []),
      ...(isComplete ? [] : (['address'] as const)),
      ...(price.methodId === null ? (['method'] as const) : []),
    ],
    problems,
  })
}

/** The lines of which a viewer with an unverified email address wants more than such customers may hold. */
async function shareProblems(
  { db, rules }: Pick<Shop, 'db' | 'rules'>,
  viewer: Viewer,
  { lines, sold }: Pick<ShownLines, 'lines' | 'sold'>,
) {
  const held = await findHeld(
    db,
    viewer.id,
    sold.map(({ id }) => id),
  )
  return lines.flatMap(({ productId, quantity, name, available, minOrder, unit, problem }) => {
    if (problem) return []
    const product = { name, available, minOrder, unit }
    const share = checkShare(quantity, product, held.get(productId), rules.unverifiedSharePercent)
    return share ? [{ field: `lines.${productId}`, ...share }] : []
  })
}

/**
 * The units of each part that unverified customers hold now, by the part's id, as lockOrderFacts reads them;
 * empty for an account that is verified.
 */
async function findHeld(
  db: Database,
  accountId: string,
  productIds: readonly string[],
): Promise<Map<string, HeldPieces>> {
  const { rows } = await sql<HeldPieces & { id: string }>`
    select part as id, share.held::integer, share.own::integer
    from accounts, unnest(${productIds}::uuid[]) part
      cross join lateral count_unverified_pieces(part, accounts.id) share
    where accounts.id = ${accountId} and not email_verified`.execute(db)
  return new Map(rows.map(({ id, ...pieces }) => [id, pieces]))
}

/** Why these lines cannot be delivered to this place; empty while it is not known. */
export function deliveryProblems(
  { delivery, settings }: SalesFacts,
  lines: Parameters<typeof whyNotDeliverable>[2],
  destination: Destination | null,
) {
  if (!destination || lines.length === 0) return []
  const message = settings.countries.includes(destination.country)
    ? whyNotDeliverable(delivery, settings.defaultGrams, lines, destination)
    : "We don't deliver to this country. Choose another address, or call us."
  return message === null ? [] : [{ field: 'methodId', code: 'not_deliverable', message }]
}

async function findDestination(
  shop: Pick<Shop, 'db'>,
  viewer: Viewer | undefined,
  { addressId, address, postalCode, ...place }: Omit<QuoteInput, 'lines' | 'cars'>,
): Promise<Outcome<{ destination: Destination | null; isComplete: boolean }>> {
  if (address || (addressId !== undefined && viewer)) {
    const found = address ? ok(address) : await requireAddress(shop, viewer, addressId)
    return found.ok ? ok({ destination: destinationOf(found.value), isComplete: true }) : found
  }
  if (!postalCode) return ok({ destination: null, isComplete: false })
  const destination = destinationOfPostalCode({ ...place, postalCode })
  if (!destination) return refusedField('postalCode', 'invalid_input', NO_SUCH_ZIP, 'invalid')
  return ok({ destination, isComplete: false })
}

const NO_SUCH_ZIP = 'There is no such ZIP code. Check its five digits.'

/**
 * An address of the viewer's book that is right by the rules of today.
 * Refusals: not_found; invalid_input with the problems at their fields.
 */
export async function requireAddress(
  shop: Pick<Shop, 'db'>,
  viewer: Viewer | undefined,
  id = '',
): Promise<Outcome<AddressInput>> {
  const saved = viewer && (await findAddress(shop.db, viewer, id))
  if (!saved) return refused('not_found', NO_SUCH_ADDRESS)
  const { problems = [], _id, isDefault: _, ...address } = saved
  const [problem] = problems
  if (!problem) return ok(address)
  return refused('invalid_input', `Correct this address first: ${problem.message}`, {
    fields: problems.map(({ field, message }) => ({ field: `address.${field}`, code: 'invalid', message })),
  })
}
