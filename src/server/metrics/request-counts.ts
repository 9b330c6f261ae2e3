import { type Counter, createCounter } from '#observe/counter.ts'

/**
 * Counts of the requests that the application handled. A route is the name of a call or the pattern of a
 * page, never the path that was sent.
 */
export type RequestCounts = {
  /** By route and status, such as `listProducts 200`. */
  statuses: Counter
  /**
   * Records the seconds from the first middleware to the response, without sending its body. Does nothing
   * until metrics are exported.
   */
  observe: (route: string, seconds: number) => void
}

export function createRequestCounts(): RequestCounts {
  return { statuses: createCounter(), observe: () => undefined }
}
