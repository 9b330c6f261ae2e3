/** Where the store's database is. */
export type DatabaseUrls = {
  /** For work that may share connections between transactions. May point to a pooler. */
  url: string
  /**
   * The server itself, for session state: listening, long locks, migrations. Equals `url` without a pooler.
   */
  directUrl: string
}

/** True when `url` points to a pooler: then no setting and no prepared statement outlives a transaction. */
export function isPooled({ url, directUrl }: DatabaseUrls): boolean {
  return url !== directUrl
}
