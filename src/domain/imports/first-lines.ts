import { hyphenGroups, normalizePartNumber } from '../search/part-number.ts'

/** The first line of each part in a file. Takes little memory, since a file may have 250,000 parts. */
export class FirstLines {
  readonly #existing = new Map<string, number>()
  /** New parts by letters and digits of the number, and brand: the first one, with its number's groups. */
  readonly #new = new Map<string, { line: number; groups: string }>()
  /** New parts that share letters and digits: by the groups of the number, and by it without hyphens. */
  readonly #shared = new Map<string, number>()

  /** The first line of an existing part; undefined if it is this one. */
  ofExisting(id: string, line: number): number | undefined {
    const first = this.#existing.get(id)
    if (first === undefined) this.#existing.set(id, line)
    return first
  }

  /**
   * The line that has this new part already, as isSameNumber compares numbers; `similar`: one with another
   * part whose number has the same letters and digits.
   */
  ofNew(number: string, brand: string, line: number): { first?: number; similar?: number } {
    const key = `${normalizePartNumber(number)} ${brand}`
    const groups = hyphenGroups(number).join('-')
    const similar = this.#new.get(key)
    if (!similar) {
      this.#new.set(key, { line, groups })
      return {}
    }
    this.#share(similar.groups, brand, similar.line)
    const first = this.#share(groups, brand, line)
    return first === undefined ? { similar: similar.line } : { first }
  }

  /** The line of the same number; undefined if it is this one. */
  #share(groups: string, brand: string, line: number): number | undefined {
    const plain = groups.replaceAll('-', '')
    const [asWritten, withHyphens] = [`= ${groups} ${brand}`, `- ${plain} ${brand}`]
    const other = groups === plain ? withHyphens : `= ${plain} ${brand}`
    const first = this.#shared.get(asWritten) ?? this.#shared.get(other)
    if (first !== undefined) return first
    this.#shared.set(asWritten, line)
    if (groups !== plain && !this.#shared.has(withHyphens)) this.#shared.set(withHyphens, line)
    return undefined
  }
}
