/** The measurements of a client process in one round. */
export type LoadReport = {
  /** Expected responses per second. */
  perSecond: number
  count: number
  /** Unexpected responses and broken connections. */
  errors: number
  /** The first error, for diagnosis. */
  firstError: string | null
  /** Milliseconds from sending to the last byte. */
  p50: number
  p99: number
}

/** Collects the responses of one round. */
export class LoadStats {
  #latencies: number[] = []
  #errors = 0
  #firstError: string | null = null

  good(latencyMs: number): void {
    this.#latencies.push(latencyMs)
  }

  bad(what: string): void {
    this.#errors += 1
    this.#firstError ??= what
  }

  /** @param elapsedMs how long the round took. */
  report(elapsedMs: number): LoadReport {
    const sorted = Float64Array.from(this.#latencies).toSorted()
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    return {
      perSecond: (sorted.length / elapsedMs) * 1_000,
      count: sorted.length,
      errors: this.#errors,
      firstError: this.#firstError,
      p50: at(0.5),
      p99: at(0.99),
    }
  }
}

/** The middle value, or the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
