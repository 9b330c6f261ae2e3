/** Whether an email may link to this URL, or show the picture at it: http or https, and no markup. */
export function isMailUrl(url: string): boolean {
  return /^https?:\/\/[^\s"'<>]+$/.test(url)
}
