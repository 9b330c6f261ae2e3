/** Where the store's database is. */
export type DatabaseUrls = {
  /** For all that may share connections between transactions. May lead to a pooler. */
  url: string
  /** The server itself, for what belongs to one connection: listening, long locks, migrations. The same as `url` where there is no pooler. */
  directUrl: string
}

/** True when `url` leads to a pooler: then no setting and no prepared statement outlives a transaction. */
export function isPooled({ url, directUrl }: DatabaseUrls): boolean {
  return url !== directUrl
}
