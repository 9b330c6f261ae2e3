import { hash, randomBytes } from 'node:crypto'

/** Of each text: three numbers of its digest, and the number that belongs to it, 0 where a place is free. */
const WIDTH = 4
/** At first. */
const PLACES = 1024

/**
 * Positive whole numbers by texts, of which it holds no more than 12 bytes of a digest: a file has up to 250,000 of them. That two of so many
 * texts have the same digest happens once in 10^18 files.
 */
export class DigestMap {
  // A file cannot be made so that its texts crowd in one place.
  readonly #salt = randomBytes(16).toString('hex')
  #table = new Uint32Array(PLACES * WIDTH)
  #size = 0

  get(text: string): number | undefined {
    return this.#table[placeOf(this.#table, this.#digest(text)) + 3] || undefined
  }

  has(text: string): boolean {
    return this.get(text) !== undefined
  }

  set(text: string, value: number): void {
    if (this.#size * WIDTH * 2 >= this.#table.length) this.#grow()
    if (put(this.#table, this.#digest(text), value)) this.#size += 1
  }

  #digest(text: string): Uint32Array {
    const bytes = hash('sha256', this.#salt + text, 'buffer')
    return Uint32Array.of(bytes.readUInt32LE(0), bytes.readUInt32LE(4), bytes.readUInt32LE(8))
  }

  #grow(): void {
    const larger = new Uint32Array(this.#table.length * 2)
    for (let at = 0; at < this.#table.length; at += WIDTH) {
      const value = this.#table[at + 3] ?? 0
      if (value > 0) put(larger, this.#table.subarray(at, at + 3), value)
    }
    this.#table = larger
  }
}

/** Returns whether it is new. */
function put(table: Uint32Array, digest: Uint32Array, value: number): boolean {
  const at = placeOf(table, digest)
  const isNew = table[at + 3] === 0
  table.set(digest, at)
  table[at + 3] = value
  return isNew
}

/** Where a digest is, or would be: the table is never more than half full. */
function placeOf(table: Uint32Array, digest: Uint32Array): number {
  const places = table.length / WIDTH
  const [first = 0, second, third] = digest
  for (let place = first % places; ; place = (place + 1) % places) {
    const at = place * WIDTH
    if (table[at + 3] === 0) return at
    if (table[at] === first && table[at + 1] === second && table[at + 2] === third) return at
  }
}
