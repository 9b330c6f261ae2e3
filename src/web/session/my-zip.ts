/** The key of localStorage: the ZIP code for which this browser was last told what delivery costs. */
const ZIP_KEY = 'zip'

/** The remembered ZIP code; blank without one, and where storage is denied. */
export function myZip(): string {
  try {
    const zip = localStorage.getItem(ZIP_KEY) ?? ''
    return isZip(zip) ? zip : ''
  } catch {
    return ''
  }
}

/** Remembers a ZIP code, unless storage is denied. */
export function saveZip(zip: string): void {
  try {
    localStorage.setItem(ZIP_KEY, zip)
  } catch {
    // It is typed again on the next visit.
  }
}

/** Whether a text has the form of a ZIP code of the United States. */
export function isZip(text: string): boolean {
  return /^\d{5}(-\d{4})?$/.test(text)
}
