/**
 * The embedded database could not be started, found or stopped.
 * `message` is written for the person at the terminal: what happened and what to do.
 * Whoever catches it prints the message alone; the stack says nothing more.
 */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}
