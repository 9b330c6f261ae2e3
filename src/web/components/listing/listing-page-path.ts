import { pathWithQuery } from '#paths.ts'

/** The URL of a page of the list at `path`; pages count from 1. */
export function listingPagePath(path: string, page: number): string {
  return pathWithQuery(path, { page: page > 1 ? page : '' })
}
