/** Spares callers the wait for a service that keeps failing. It counts calls; the caller decides what a failure is. */
export type CircuitBreaker = {
  /** False while the service rests. After the rest one caller is let through, the others wait for its news or the next rest. */
  mayTry(): boolean
  succeeded(): void
  failed(): void
}

/**
 * @param options.failures so many failures in a row open the circuit.
 * @param options.restMs how long it stays open before one call tries again.
 * @param options.now the clock in ms; monotonic, so that a corrected wall clock neither opens nor closes it.
 */
export function createCircuitBreaker(options: {
  failures: number
  restMs: number
  now?: () => number
}): CircuitBreaker {
  const now = options.now ?? (() => performance.now())
  let inARow = 0
  let openUntil = 0
  return {
    mayTry() {
      if (inARow < options.failures) return true
      if (now() < openUntil) return false
      openUntil = now() + options.restMs
      return true
    },
    succeeded() {
      inARow = 0
    },
    failed() {
      inARow += 1
      if (inARow >= options.failures) openUntil = now() + options.restMs
    },
  }
}
