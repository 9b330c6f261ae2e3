// Does not import the schema library, which public pages do not load.

/** True when PostgreSQL can store the text and every reader can show it. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}
