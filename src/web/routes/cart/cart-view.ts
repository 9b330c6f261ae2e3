import { quoteCart } from '#contract/cart.ts'
import type { Cart } from '#domain/cart/cart.ts'
import type { StoredLine } from '#domain/cart/merge-lines.ts'
import type { OrderVehicle } from '#domain/orders/order.ts'
import { centsFromDollars, dollarsFromCents } from '#domain/shared/money.ts'
import { api, ApiProblem } from '../../api-client/api-client.ts'
import { changeCart, joinCart, listCars, NO_STORAGE, removePart } from '../../components/cart/cart-calls.ts'
import { localLines, saveLocalLines } from '../../session/my-cart.ts'
import { currentSession } from '../../session/session-store.ts'
import { type CartView, EMPTY } from './shown-cart.ts'

// Import it lazily: the contract brings zod into the bundle. All throw an ApiProblem.

/** The cart now. A customer's gets the cars that it shall fit: this browser's and the garage's. */
export async function showView(): Promise<CartView> {
  if (!currentSession().user) return quoteLocal()
  const [cart, cars] = await Promise.all([joinCart(), listCars()])
  const isSame = JSON.stringify(cart.cars.map(keyOf)) === JSON.stringify(cars.map(keyOf))
  if (cart.lines.length === 0 || isSame) return viewOf(cart)
  return viewOf(await changeCart((lines) => lines, { known: cart, cars }))
}

/** The cart with this quantity of a part, which it may not have yet. */
export async function withQuantity(view: CartView, productId: string, quantity: number): Promise<CartView> {
  const change = (lines: readonly StoredLine[]) =>
    lines.some((line) => line.productId === productId)
      ? lines.map((line) => (line.productId === productId ? { productId, quantity } : line))
      : [...lines, { productId, quantity }]
  if (currentSession().user) return viewOf(await changeCart(change, view.cart ? { known: view.cart } : {}))
  return saveAndQuote(change(localLines()))
}

/** The cart without a part. */
export async function without(productId: string): Promise<CartView> {
  if (currentSession().user) return viewOf(await removePart(productId))
  return saveAndQuote(localLines().filter((line) => line.productId !== productId))
}

function saveAndQuote(lines: readonly StoredLine[]): Promise<CartView> {
  if (!saveLocalLines(lines)) throw new ApiProblem(NO_STORAGE, { status: 0, code: 'unknown' })
  return quoteLocal()
}

async function quoteLocal(): Promise<CartView> {
  const lines = [...localLines()]
  if (lines.length === 0) return EMPTY
  const quote = await api(quoteCart, { body: { lines, cars: await listCars() } })
  return { lines: quote.lines, parts: quote.parts, coreDeposits: quote.coreDeposits }
}

function viewOf(cart: Cart): CartView {
  const cores = cart.lines.reduce(
    (sum, { coreDeposit, quantity }) => sum + (centsFromDollars(coreDeposit) ?? 0) * quantity,
    0,
  )
  return { lines: cart.lines, parts: cart.parts, coreDeposits: dollarsFromCents(cores), cart }
}

const keyOf = ({ year, make, model, engine = '' }: OrderVehicle) =>
  `${year} ${make} ${model} ${engine}`.toLowerCase()
