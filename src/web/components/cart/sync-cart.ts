import { LINES_KEY } from '../../session/cart-keys.ts'
import { SIGNED_IN } from '../../session/session-events.ts'
import { currentSession, subscribeToSession } from '../../session/session-store.ts'

/**
 * Takes what this browser collected to the cart of who signs in, or has signed in while the store could not
 * be reached. At the end of a session, the header shows no cart of its account. Called once, before
 * hydration.
 */
export function syncCart(): void {
  addEventListener(SIGNED_IN, join)
  // A session shows that storage is not denied.
  if (currentSession().user && localStorage.getItem(LINES_KEY) !== null) join()
  let { status } = currentSession()
  subscribeToSession(() => {
    const before = status
    ;({ status } = currentSession())
    if (before === 'signed-in' && status === 'signed-out')
      import('../../session/my-cart.ts')
        .then(({ noteLocalCart }) => noteLocalCart())
        // The next change corrects the header.
        .catch(() => undefined)
  })
}

/** Without blocking the sign-in. The end of the session aborts it. */
function join(): void {
  const ended = new AbortController()
  const unsubscribe = subscribeToSession(() => {
    if (currentSession().status === 'signed-out') ended.abort()
  })
  import('./cart-calls.ts')
    .then(({ joinCart }) => joinCart({ signal: ended.signal }))
    // The sign-in is complete without it, and the lines stay in this browser.
    .catch(() => undefined)
    .finally(unsubscribe)
}
