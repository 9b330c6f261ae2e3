import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CartLine } from '#domain/cart/cart.ts'
import { problemText } from '../../api-problem.ts'
import { notedRevision, subscribeToCart, useLocalLines } from '../../session/my-cart.ts'
import { useMyVehicle } from '../../session/my-vehicle.ts'
import { useSession } from '../../session/session.ts'
import { dismissErrorsAbout, toastError, toastSuccess } from '../../ui/toast-store.ts'
import { type CartView, EMPTY } from './shown-cart.ts'

/** The subject of errors: what was added stays in the toasts. */
const CHANGE = 'change of the cart'

const loadView = () => import('./cart-view.ts')

/**
 * The cart of who is signed in, or of this browser; null until it is loaded. Follows the other tabs. Changes
 * wait for each other; one that fails is reported, and the cart stays as it is.
 */
export function useCart() {
  const { status } = useSession()
  const isCustomer = status === 'signed-in'
  const local = useLocalLines()
  const mine = useMyVehicle()
  const [view, setView] = useState<CartView | null>(null)
  const [problem, setProblem] = useState('')
  // A change begins with the cart that the one before it has made.
  const latest = useRef<CartView>(null)
  const queue = useRef(Promise.resolve())
  const waiting = useRef(0)

  /** Runs after the changes before it. Resolves to whether it succeeded. */
  const inTurn = (run: () => Promise<CartView>, failed: (error: unknown) => void): Promise<boolean> => {
    waiting.current += 1
    const done = queue.current.then(async () => {
      try {
        latest.current = await run()
        setView(latest.current)
        setProblem('')
        dismissErrorsAbout(CHANGE)
        return true
      } catch (error) {
        failed(error)
        return false
      } finally {
        waiting.current -= 1
      }
    })
    queue.current = done.then(() => undefined)
    return done
  }
  const load = useEffectEvent(() =>
    inTurn(
      async () => (await loadView()).showView(),
      (error) => setProblem(problemText(error)),
    ),
  )
  // A visitor's lines are the cart: whatever changes them, what they cost is asked again.
  const asked = isCustomer ? '' : JSON.stringify(local)
  useEffect(() => {
    if (status === 'loading') return undefined
    const timer = setTimeout(() => void load())
    return () => clearTimeout(timer)
  }, [status, asked, mine])
  const follow = useEffectEvent(() => {
    if (isCustomer && waiting.current === 0 && notedRevision() !== latest.current?.cart?.revision) void load()
  })
  useEffect(() => subscribeToCart(() => follow()), [])

  const change = (run: (view: CartView) => Promise<CartView>) =>
    inTurn(
      () => run(latest.current ?? EMPTY),
      (error) => toastError(problemText(error), { about: CHANGE }),
    )
  const setQuantity = (productId: string, quantity: number) =>
    change(async (shown) => (await loadView()).withQuantity(shown, productId, quantity))
  const remove = async ({ productId, name, quantity }: CartLine) => {
    const isRemoved = await change(async () => (await loadView()).without(productId))
    if (isRemoved)
      toastSuccess(`${name} is removed`, {
        about: 'cart',
        undo: () => void setQuantity(productId, quantity),
      })
    return isRemoved
  }
  return { view, problem, reload: load, setQuantity, remove }
}
