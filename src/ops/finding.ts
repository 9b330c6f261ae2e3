import type { Invariant } from '#db/invariants.ts'

/** The result of one rule: the rows it checked, and its breaches. */
export type Finding = Pick<Invariant, 'name' | 'sentence'> & {
  checked: string
  breaches: readonly string[]
}
