import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { VinData } from '#domain/vehicles/decode-vin.ts'
import type { VinPattern } from '#domain/vehicles/vin-pattern.ts'

/** Made by tools/vehicles/reduce-vpic.ts; README.md says from what. */
const PATTERNS = path.join(import.meta.dirname, 'vin-patterns.db')

/**
 * NHTSA's VIN patterns, read-only. The file is opened at the first look-up, so that a store that decodes no VIN holds none of it. A
 * look-up is synchronous and takes about a millisecond.
 */
export function createVinData(): VinData {
  let statements: ReturnType<typeof open> | undefined
  const opened = () => (statements ??= open())
  return {
    manufacturer(code) {
      const row = opened().manufacturer.get(code) as
        | { name: string; make: string | null; may_be_heavy: number }
        | undefined
      return row ? { name: row.name, make: row.make, mayBeHeavy: row.may_be_heavy === 1 } : null
    },
    patterns: (code, year) => opened().patterns.all(code, year, year) as VinPattern[],
  }
}

function open() {
  const database = new DatabaseSync(PATTERNS, { readOnly: true })
  return {
    manufacturer: database.prepare(
      'select manufacturer as name, make, may_be_heavy from manufacturer_codes where code = ?',
    ),
    patterns: database.prepare(
      `select s.schema, element, keys, value
       from schemas s join patterns using (schema) join facts on facts.id = fact
       where code = ? and year_from <= ? and year_to >= ?`,
    ),
  }
}
