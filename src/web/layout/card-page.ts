import { matchRoutes, type MiddlewareFunction, redirectDocument } from 'react-router'

/** The name of the `<meta>` that says that cards are paid by Stripe; a demo with the simulator has none. */
export const STRIPE_META = 'driveline-stripe'

const CARD_PAGE = [{ path: '/dashboard/payment/:orderId' }]

/**
 * True for the address of the page with the card form, the only one whose policy allows Stripe; in every spelling, as the router reads it.
 * Called by the server, too.
 */
export function isCardPage(pathname: string): boolean {
  return matchRoutes(CARD_PAGE, pathname) !== null
}

/** Whether this document was opened with the policy that allows Stripe. Undefined on the server. */
const allowsStripe = typeof location === 'undefined' ? undefined : isCardPage(location.pathname)

/**
 * A policy belongs to a document, and what a document has loaded stays in it: where Stripe takes the cards, navigation to the card form
 * and away from it loads a new one.
 */
export const reloadForCardCsp: MiddlewareFunction = async ({ url }, next) => {
  if (isCardPage(url.pathname) === allowsStripe || !document.querySelector(`meta[name=${STRIPE_META}]`))
    return next()
  // A browser that shows this document again from its memory would show it as it was: waiting for the next one.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload(), { once: true })
  throw redirectDocument(url.pathname + url.search + url.hash)
}
