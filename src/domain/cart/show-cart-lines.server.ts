import type { Database } from '#db/connection.ts'
import type { SoldProduct } from '../orders/lock-order-facts.server.ts'
import type { OrderVehicle } from '../orders/order.ts'
import { pictureOrDrawing } from '../products/category-drawing.ts'
import { evaluateFits } from '../products/evaluate-fits.server.ts'
import { CORE_DAYS } from '../products/product-queries.server.ts'
import { PIECE } from '../products/unit.ts'
import { isId } from '../shared/id.ts'
import { dollarsFromCents } from '../shared/money.ts'
import type { Shop } from '../shop.ts'
import { vehicleLabel } from '../vehicles/chosen-vehicle.ts'
import type { FitVerdict } from '../vehicles/fit-verdict.ts'
import { spelledVehicle } from '../vehicles/read-vehicle-words.ts'
import { engineKeyLabel } from '../vehicles/vehicle.ts'
import type { Cart, CartLine } from './cart.ts'
import { checkLine, NO_LONGER_SOLD } from './check-line.ts'
import { fitsNoCar } from './fits-no-car.ts'
import type { StoredLine } from './merge-lines.ts'
import { selectParts } from './pricing-facts.server.ts'

/** A line as it is stored; `seenCents`: the price when its quantity was chosen, if that is known. */
type GivenLine = StoredLine & { seenCents?: number }

/** Lines with today's prices; sums in cents, without parts that are no longer sold. `count` counts units. */
export type ShownLines = {
  lines: CartLine[]
  cars: Cart['cars']
  /** The parts that are on sale. */
  sold: SoldProduct[]
  partsCents: number
  coreCents: number
  count: number
}

/**
 * Shows lines of a cart as they could be ordered now, and whether each fits the vehicles, with one statement
 * and one for each vehicle. Lines that fit none of them come first, otherwise in the given order. Access:
 * everyone, for lines of their own.
 */
export async function showCartLines(
  shop: Pick<Shop, 'db' | 'vehicles'>,
  given: readonly GivenLine[],
  typedCars: readonly OrderVehicle[],
): Promise<ShownLines> {
  const products = await readProducts(
    shop.db,
    given.map(({ productId }) => productId),
  )
  const sold = [...products.values()].filter(({ isSold }) => isSold)
  const soldIds = sold.map(({ id }) => id)
  const cars = await spelledCars(shop, typedCars)
  const verdicts = await Promise.all(cars.map((car) => evaluateFits(shop, soldIds, car)))
  const shown = given.map((line) => {
    const product = products.get(line.productId)
    const fits = cars.flatMap(({ name }, at) => {
      const fit = verdicts[at]?.[line.productId]
      return fit ? [asFit(fit, name)] : []
    })
    return {
      line: toLine(line, product, fits),
      partsCents: product?.isSold ? product.priceCents * line.quantity : 0,
      coreCents: product?.isSold ? product.coreCents * line.quantity : 0,
      count: product?.isSold ? line.quantity : 0,
    }
  })
  const sum = (key: 'partsCents' | 'coreCents' | 'count') =>
    shown.reduce((total, { [key]: value }) => total + value, 0)
  const lines = shown.map(({ line }) => line)
  return {
    lines: [...lines.filter(fitsNoCar), ...lines.filter((line) => !fitsNoCar(line))],
    cars,
    sold,
    partsCents: sum('partsCents'),
    coreCents: sum('coreCents'),
    count: sum('count'),
  }
}

/** The best verdict first. */
const VERDICTS: readonly FitVerdict['verdict'][] = ['fits', 'fits_if', 'unknown', 'does_not_fit']

function asFit({ verdict, reason, quantity }: FitVerdict, vehicle: string): CartLine['fits'][number] {
  return { vehicle, verdict, reason, ...(quantity !== undefined && { quantity }) }
}

type FoundProduct = NonNullable<
  Awaited<ReturnType<typeof readProducts>> extends Map<string, infer P> ? P : never
>

function toLine(
  { productId, quantity, seenCents }: GivenLine,
  product: FoundProduct | undefined,
  fits: CartLine['fits'],
): CartLine {
  const {
    slug = '',
    name = 'A part that is gone',
    partNumber = '',
    brand = '',
    picture = '',
    category = '',
    unit = PIECE,
    priceCents = 0,
    coreCents = 0,
    isSold = false,
    minOrder = 1,
  } = product ?? {}
  const available = isSold ? (product?.available ?? 0) : 0
  const problem = isSold ? checkLine(quantity, { available, minOrder, unit }) : NO_LONGER_SOLD
  return {
    productId,
    slug,
    name,
    partNumber,
    brand,
    picture: pictureOrDrawing({ picture, category }),
    unit,
    quantity,
    price: dollarsFromCents(priceCents),
    lineTotal: isSold ? dollarsFromCents(priceCents * quantity) : 0,
    coreDeposit: isSold ? dollarsFromCents(coreCents) : 0,
    ...(isSold && coreCents > 0 && { coreDays: product?.coreDays }),
    ...(isSold && product?.returnable === false && { returnable: false as const }),
    available,
    minOrder,
    ...(isSold &&
      seenCents !== undefined &&
      seenCents !== priceCents && { priceBefore: dollarsFromCents(seenCents) }),
    fits: fits.toSorted((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict)),
    ...(problem && { problem }),
  }
}

/** The parts with these ids, also those that are no longer sold. */
async function readProducts(db: Database, ids: readonly string[]) {
  const known = ids.filter(isId)
  const rows =
    known.length === 0
      ? []
      : await selectParts(db, known)
          .select(['slug', 'part_number as partNumber', 'brand', 'category', 'returnable'])
          .select(CORE_DAYS)
          .select((eb) => eb.and([eb('deleted_at', 'is', null), eb('hidden', '=', false)]).as('isSold'))
          .execute()
  return new Map(rows.map((row) => [row.id, { ...row, isSold: Boolean(row.isSold) }]))
}

/** The vehicles with the store's own names, each once. A cart does not depend on the list of vehicles. */
async function spelledCars(
  shop: Pick<Shop, 'vehicles'>,
  typed: readonly OrderVehicle[],
): Promise<Cart['cars']> {
  const vehicles = typed.length === 0 ? null : await shop.vehicles().catch(() => null)
  const cars = typed.map((car) => {
    const spelled = vehicles ? { ...car, ...spelledVehicle(car, vehicles.names) } : car
    return { ...spelled, name: vehicleLabel(spelled, engineKeyLabel(spelled.engine)) }
  })
  return [...new Map(cars.map((car) => [car.name, car])).values()]
}
