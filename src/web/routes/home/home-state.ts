/** The state of a navigation to the home page: the page that a new customer came from, or '/'. */
export type HomeState = { signedUpFrom: string }

/** The page that a new customer came from, by the state of the navigation; '/' for everyone else. */
export function signedUpFrom(state: unknown): string {
  const { signedUpFrom: from } = Object(state) as Partial<HomeState>
  return typeof from === 'string' ? from : '/'
}
