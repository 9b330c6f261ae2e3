/** Whether this is the path of a screen where work is done: as wide as the window, with a footer of one line. */
export function isDashboard(pathname: string): boolean {
  return /^\/dashboard(?:\/|$)/i.test(pathname)
}
