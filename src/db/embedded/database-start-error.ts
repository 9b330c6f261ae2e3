/**
 * The embedded database could not be started, found or stopped.
 * `message` is for the operator: what happened and what to do.
 * Print the message alone, without the stack.
 */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}
