import { matchRoutes, type MiddlewareFunction, redirectDocument } from 'react-router'
import * as paths from '#paths.ts'

/**
 * The name of the `<meta>` that tells scripts that cards are paid by Stripe; a demo with the simulator has
 * none.
 */
export const STRIPE_META = 'driveline-stripe'

const CARD_PAGE = [{ path: paths.payment(':orderId') }]

/**
 * True for the path of the page with the card form, the only one whose policy allows Stripe; in every
 * spelling that the router accepts. Called by the server as well.
 */
export function isCardPage(pathname: string): boolean {
  return matchRoutes(CARD_PAGE, pathname) !== null
}

/** Whether this document was opened with the policy that allows Stripe. Undefined on the server. */
const allowsStripe = typeof location === 'undefined' ? undefined : isCardPage(location.pathname)

/**
 * A policy belongs to a document, and what a document has loaded stays in it: where Stripe takes the cards,
 * navigation to the card form or from it to another page loads a new one.
 */
export const reloadForCardCsp: MiddlewareFunction = async ({ url }, next) => {
  if (isCardPage(url.pathname) === allowsStripe || !document.querySelector(`meta[name=${STRIPE_META}]`))
    return next()
  // A browser that restores this document from its back/forward cache would show it still waiting for the
  // next one.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload(), { once: true })
  throw redirectDocument(url.pathname + url.search + url.hash)
}
