/** True for the path of a work screen: as wide as the window, with a one-line footer. */
export function isDashboard(pathname: string): boolean {
  return /^\/dashboard(?:\/|$)/i.test(pathname)
}
