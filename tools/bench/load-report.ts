/** What a client process measured in one round. */
export type LoadReport = {
  /** Answers that were as expected, per second. */
  perSecond: number
  count: number
  /** Answers that were not, and connections that broke. */
  errors: number
  /** The first error, for the person who has to find out why. */
  firstError: string | null
  /** Milliseconds from sending to the last byte. */
  p50: number
  p99: number
}

/** Collects the answers of one round. */
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
      perSecond: (sorted.length / elapsedMs) * 1000,
      count: sorted.length,
      errors: this.#errors,
      firstError: this.#firstError,
      p50: at(0.5),
      p99: at(0.99),
    }
  }
}

/** The middle one; of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
