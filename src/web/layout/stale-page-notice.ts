/** The notice's id: the browser removes it at the next page. */
export const OLD_PAGE_NOTICE = 'old-page'

/**
 * The line above a stale page that is shown while the database is unreachable. As HTML: the server puts it
 * into a finished page, which is not rendered again. React ignores it when the page hydrates.
 * @param asOf when the page was made, in ms since 1970.
 */
export function stalePageNotice(asOf: number): string {
  const time = new Date(asOf).toISOString()
  return (
    `<aside id="${OLD_PAGE_NOTICE}" aria-label="Not up to date" class="border-b border-line bg-signal-wash px-4 py-2 text-center text-sm">` +
    `<p role="status">Availability and prices may have changed since <time datetime="${time}">${time.slice(11, 16)} UTC</time>. ` +
    'They are checked when you order.</p></aside>'
  )
}
