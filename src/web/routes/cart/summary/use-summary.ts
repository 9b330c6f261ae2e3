import { useState } from 'react'
import { KNOWN_MISFITS_ID, useMisfits } from '../../../components/quote/known-misfits.tsx'
import { quoteObstacles } from '../../../components/quote/obstacles.ts'
import { useQuote } from '../../../components/quote/use-quote.ts'
import { useSession } from '../../../session/session.ts'
import type { CartView } from '../shown-cart.ts'
import { useDestination } from './use-destination.ts'

/** The id of the list of problems. */
export const PROBLEMS_ID = 'cart-problems'

/**
 * What the cart costs to the door, and what keeps it from being checked out. `blockedBy`: the id of what has
 * to be mended or checked first; null when nothing is.
 */
export function useSummary(view: CartView) {
  const { status } = useSession()
  const destination = useDestination()
  const [methodId, setMethodId] = useState<string>()
  const { lines, cart } = view
  const given = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const { quote, ...asking } = useQuote(
    destination.to && {
      ...destination.to,
      ...(methodId !== undefined && { methodId }),
      ...(status !== 'signed-in' && { lines: given }),
    },
    cart?.revision,
  )
  const misfits = useMisfits(lines)
  const problems = [
    ...lines.flatMap(({ name, problem }) => (problem ? `${name}: ${problem.message}` : [])),
    ...quoteObstacles(quote, (field) => !field.startsWith('lines.')),
  ]
  const blockedBy = problems.length > 0 ? PROBLEMS_ID : misfits.isKnown ? null : KNOWN_MISFITS_ID
  return { view, destination, methodId, setMethodId, quote, ...asking, misfits, problems, blockedBy }
}

export type SummaryState = ReturnType<typeof useSummary>
