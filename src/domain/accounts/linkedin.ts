/**
 * Whether a profile's LinkedIn, which may be any text, is an https address of linkedin.com: only then it is
 * shown as a link. No port, user or second host can be in it, so that the link leads where it seems to.
 */
export function isLinkedInUrl(text: string): boolean {
  return /^https:\/\/(?:[a-z\d-]+\.)?linkedin\.com(?:\/\S*)?$/.test(text) && URL.canParse(text)
}
