/**
 * A circuit breaker: fails fast while a service is down. It counts calls; the caller decides what a failure
 * is.
 * @param options.failures consecutive failures that open the circuit.
 * @param options.restMs how long it stays open before a probe.
 * @param options.now the clock in ms; monotonic, so that a corrected wall clock neither opens nor closes it.
 */
export function createCircuitBreaker(options: { failures: number; restMs: number; now?: () => number }) {
  const now = options.now ?? (() => performance.now())
  let inARow = 0
  let openUntil = 0
  return {
    /** Whether calls currently fail fast. */
    isOpen: () => inARow >= options.failures,
    /**
     * False while the circuit is open. After `restMs` one caller may probe the service; the others wait for
     * its result.
     */
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
