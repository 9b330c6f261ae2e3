import { hyphenGroups, normalizePartNumber } from '../search/part-number.ts'

/** The first line of each part in a file. */
export class FirstLines {
  readonly #lines = new Map<string, number>()

  /** The first line of an existing part; undefined if it is this one. */
  ofExisting(id: string, line: number): number | undefined {
    return this.#first(`id ${id}`, line)
  }

  /**
   * The line that has this new part already, as isSameNumber compares numbers; `similar`: one with another
   * part whose number has the same letters and digits.
   */
  ofNew(number: string, brand: string, line: number): { first?: number; similar?: number } {
    const groups = hyphenGroups(number)
    const plain = groups.join('')
    const of = (kind: string, key: string) => `${kind} ${key} ${brand}`
    const isPlain = groups.length === 1
    const other = this.#lines.get(isPlain ? of('hyphens', plain) : of('groups', plain))
    const first = this.#first(of('groups', groups.join('-')), line) ?? other
    if (first !== undefined) return { first }
    if (!isPlain) this.#first(of('hyphens', plain), line)
    const similar = this.#first(of('similar', normalizePartNumber(number)), line)
    return similar === undefined ? {} : { similar }
  }

  /** The line of this key, which is `line` from now on if it had none. */
  #first(key: string, line: number): number | undefined {
    const first = this.#lines.get(key)
    if (first === undefined) this.#lines.set(key, line)
    return first
  }
}
