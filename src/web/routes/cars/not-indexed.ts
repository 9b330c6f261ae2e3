/** The tag that keeps a page out of search engines, for a page without parts. */
export function notIndexed(isEmpty: boolean) {
  return isEmpty ? [{ name: 'robots', content: 'noindex' }] : []
}
