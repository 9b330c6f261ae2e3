import { randomBytes } from 'node:crypto'
import { hiddenCookie } from '../hidden-cookie.ts'
import { createSealing } from './sealed.ts'

/** How long a person may take on the provider's pages, in seconds. */
const FLOW_SECONDS = 10 * 60

/**
 * A sign-in that is under way on another service's pages. `from`: where the person goes afterwards;
 * unchecked.
 */
export type Flow = { state: string; codeVerifier: string; from: string }

/** The encrypted cookie that ties a sign-in to the browser that began it. */
export function createSignInCookie(secret: string, appUrl: () => string) {
  const { seal, open } = createSealing(secret, 'sign-in')
  const cookie = hiddenCookie('sign_in', '/auth', appUrl)
  return {
    /** A new sign-in, and its Set-Cookie line. */
    async begin(from: string): Promise<{ flow: Flow; line: string }> {
      const flow = { state: randomText(), codeVerifier: randomText(), from }
      return { flow, line: cookie.line(await seal(flow, FLOW_SECONDS), FLOW_SECONDS) }
    },
    /** The sign-in that this browser began, if it is the one that `state` names. */
    async find(headers: Headers, state: string | null): Promise<Flow | null> {
      const value = cookie.read(headers)
      const flow = value ? await open(value) : null
      return flow && state !== null && flow['state'] === state ? (flow as Flow) : null
    },
    /** The Set-Cookie line at the end: a code is redeemed once. */
    end: () => cookie.line('', 0),
  }
}

function randomText(): string {
  return randomBytes(32).toString('base64url')
}
