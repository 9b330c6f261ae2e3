import { addToCart, mergeCart, removeFromCart, replaceCart, showCart } from '#contract/cart.ts'
import { listGarage } from '#contract/garage.ts'
import { MAX_CART_CARS, TOO_MANY_LINES } from '#domain/cart/cart-limits.ts'
import type { Cart } from '#domain/cart/cart.ts'
import { addToLines, linesNotMerged, type StoredLine } from '#domain/cart/merge-lines.ts'
import type { OrderVehicle } from '#domain/orders/order.ts'
import * as paths from '#paths.ts'
import { api, ApiProblem } from '../../api-client/api-client.ts'
import { keepLocally, localLines, noteCart, saveLocalLines } from '../../session/my-cart.ts'
import { myVehicle } from '../../session/my-vehicle.ts'
import { currentSession } from '../../session/session-store.ts'
import { toastSuccess } from '../../ui/toast-store.ts'

// Import it lazily: the contract brings zod into the bundle. All throw an ApiProblem.

export const NO_STORAGE = 'This browser does not let the store keep a cart. Log in to use one.'
const VIEW_CART = { to: paths.cart(), label: 'View cart' }

/** Adds units of parts to the cart of who is signed in, or of this browser, and says so. */
export async function addParts(parts: readonly StoredLine[], what: string): Promise<void> {
  const [first, ...others] = parts
  if (!first) return
  if (!currentSession().user) addLocally(parts)
  else if (others.length === 0) note(await api(addToCart, { body: first }))
  else await changeCart((lines) => parts.reduce(addOrThrow, lines))
  toastSuccess(`Added ${what}`, { about: 'cart', link: VIEW_CART })
}

function addLocally(parts: readonly StoredLine[]): void {
  if (!saveLocalLines(parts.reduce(addOrThrow, localLines())))
    throw new ApiProblem(NO_STORAGE, { status: 0, code: 'unknown' })
}

function addOrThrow(lines: readonly StoredLine[], part: StoredLine): readonly StoredLine[] {
  const more = addToLines(lines, part)
  if (!more) throw new ApiProblem(TOO_MANY_LINES, { status: 422, code: 'cart_full' })
  return more
}

/**
 * The customer's cart, after what this browser collected before the log-in has been added to it. Repeatable:
 * without a response, the lines stay in this browser.
 */
export async function joinCart(options: { signal?: AbortSignal } = {}): Promise<Cart> {
  const sent = localLines()
  if (sent.length === 0) return note(await api(showCart, options))
  const { merged, ...cart } = await api(mergeCart, { body: { lines: [...sent] }, ...options })
  keepLocally(linesNotMerged(localLines(), sent, cart.lines))
  note(cart)
  if (merged > 0)
    toastSuccess(`We added ${merged} ${merged === 1 ? 'part' : 'parts'} from your last visit`, {
      about: 'cart',
      link: VIEW_CART,
    })
  return cart
}

/**
 * Changes the customer's cart, the newest one if another tab or device has just changed it. `known`: the
 * cart as the page shows it.
 */
export async function changeCart(
  change: (lines: readonly StoredLine[]) => readonly StoredLine[],
  { known, cars }: { known?: Cart; cars?: readonly OrderVehicle[] } = {},
): Promise<Cart> {
  const replace = async ({ revision, lines }: Cart) => {
    const stored = lines.map(({ productId, quantity }) => ({ productId, quantity }))
    const body = { revision, lines: [...change(stored)], ...(cars && { cars: [...cars] }) }
    return note(await api(replaceCart, { body }))
  }
  try {
    return await replace(known ?? (await api(showCart)))
  } catch (error) {
    if (!(error instanceof ApiProblem && error.code === 'cart_changed')) throw error
    return replace(await api(showCart))
  }
}

/** Removes a part from the customer's cart; succeeds when it is already gone. Returns the cart. */
export async function removePart(productId: string): Promise<Cart> {
  await api(removeFromCart, { params: { productId } }).catch((error: unknown) => {
    if (!(error instanceof ApiProblem && error.status === 404)) throw error
  })
  return note(await api(showCart))
}

/** The vehicles to which parts shall fit: this browser's and, for customers, those of the garage. */
export async function listCars(): Promise<OrderVehicle[]> {
  const mine = myVehicle()?.vehicle
  const garage = currentSession().user ? (await api(listGarage)).vehicles : []
  const cars = [...(mine ? [mine] : []), ...garage].flatMap(({ make, model, year, engine }) =>
    make !== undefined && model !== undefined && year !== undefined
      ? [{ year, make, model, ...(engine !== undefined && { engine }) }]
      : [],
  )
  // The garage's may know the engine.
  const byName = new Map<string, OrderVehicle>()
  for (const car of cars) {
    const name = `${car.year} ${car.make} ${car.model}`
    if (byName.get(name)?.engine === undefined) byName.set(name, car)
  }
  return [...byName.values()].slice(0, MAX_CART_CARS)
}

function note(cart: Cart): Cart {
  noteCart(cart)
  return cart
}
