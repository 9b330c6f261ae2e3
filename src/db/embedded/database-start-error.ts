/** The embedded database could not be started, found or stopped. `message` is for the operator: print it without the stack. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}
