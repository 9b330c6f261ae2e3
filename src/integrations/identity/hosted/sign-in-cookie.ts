import { parse, serialize } from 'hono/utils/cookie'
import { createSealing } from './sealed.ts'

/** How long a person may take on the provider's pages, in seconds. */
const FLOW_SECONDS = 10 * 60

/** A sign-in that is under way on another service's pages. `from`: where the person goes afterwards; unchecked. */
export type Flow = { state: string; codeVerifier: string; from: string }

/** The encrypted cookie that ties a sign-in to the browser that began it. */
export function createSignInCookie(secret: string, appUrl: () => string) {
  const { seal, open } = createSealing(secret, 'sign-in')
  const isSecure = () => appUrl().startsWith('https:')
  const name = () => `${isSecure() ? '__Secure-' : ''}driveline.sign_in`
  const line = (value: string, maxAge: number) =>
    serialize(name(), value, { path: '/auth', maxAge, httpOnly: true, secure: isSecure(), sameSite: 'Lax' })
  return {
    /** The Set-Cookie line at the start. */
    begin: async (flow: Flow) => line(await seal(flow, FLOW_SECONDS), FLOW_SECONDS),
    /** The sign-in that this browser began, if it is the one that `state` names. */
    async find(headers: Headers, state: string | null): Promise<Flow | null> {
      const { [name()]: value } = parse(headers.get('cookie') ?? '', name())
      const flow = value ? await open(value) : null
      return flow && state !== null && flow['state'] === state ? (flow as Flow) : null
    },
    /** The Set-Cookie line at the end: a code is redeemed once. */
    end: () => line('', 0),
  }
}
