import { MAX_REPORTED, type ReportedNotes } from '../imported-file.ts'
import { isInformation, MAX_INFORMATION_LENGTH } from './information-notes.ts'

/** Notes of suppliers that restrict nothing, as admins decided: the key of a supplier → keys of its notes. */
export type InformationNotes = ReadonlyMap<string, ReadonlySet<string>>

/** Distinct notes that are counted, and remembered; more are read as well. */
const MAX_NOTES = 10_000

/** A supplier or a note for comparisons: case and white space do not count. */
export function noteKey(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}

/**
 * Decides on the notes of a file, and counts the applications of those that are conditions unless an admin
 * says otherwise.
 */
export class FileNotes {
  readonly #supplier: string
  readonly #decided: ReadonlySet<string>
  /** Notes that are known to be information, since most applications repeat one. */
  readonly #informing = new Set<string>()
  readonly #counted = new Map<string, { note: string; applications: number; isInformation: boolean }>()

  /** @param supplier the company in the file's header; blank: nothing can be decided for later files. */
  constructor(supplier: string, decided: InformationNotes) {
    this.#supplier = supplier
    this.#decided = decided.get(noteKey(supplier)) ?? new Set()
  }

  /** Whether the note restricts nothing: it is known to be information, or an admin said so. */
  onlyInforms(note: string): boolean {
    if (this.#informing.has(note)) return true
    const key = noteKey(note)
    const counted = this.#counted.get(key)
    if (counted) counted.applications += 1
    if (counted) return counted.isInformation
    if (isInformation(note)) {
      if (this.#informing.size < MAX_NOTES) this.#informing.add(note)
      return true
    }
    const isDecided = this.#decided.has(key)
    if (this.#counted.size < MAX_NOTES && note.length <= MAX_INFORMATION_LENGTH)
      this.#counted.set(key, { note, applications: 1, isInformation: isDecided })
    return isDecided
  }

  /** The notes that are not known to be information, the most frequent first. */
  report(): ReportedNotes {
    const all = [...this.#counted.values()].toSorted((a, b) => b.applications - a.applications)
    return { supplier: this.#supplier, notes: all.slice(0, MAX_REPORTED), noteCount: all.length }
  }
}
