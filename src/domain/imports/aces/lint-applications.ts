import { isSameNumber, spelledNumber } from '../../search/part-number.ts'
import { withPauses } from '../pause-if-due.ts'
import type { ProblemList } from '../problem-list.ts'
import type { AcesApp } from './read-aces.ts'
import type { AcesFitment } from './read-qualifiers.ts'

/** Unusual: more than 4 times the most common quantity of the part type, which is 4 times as frequent. */
const UNUSUAL_FACTOR = 4
/** A quantity above this is always unusual: few vehicles take so many of any part. */
const ALWAYS_UNUSUAL = 24

/** A missing part type: blank, or zeros, as in the store's own exports. */
const NO_TYPE = /^0*$/

/** What was read from an application. `years`: those that no earlier application with the same text has. */
type ReadApplication = { number: string; fitment: AcesFitment; years: readonly number[] }

/**
 * Warns of what is not an error but should be checked: the same application twice, different quantities for
 * one vehicle, two parts of one type for the same vehicle, and unusual quantities. Takes constant time per
 * year of an application.
 */
export function createLint(problems: ProblemList): {
  check: (app: AcesApp, read: ReadApplication) => void
  finish: () => Promise<void>
} {
  /** Vehicle, year and qualifiers, with part type and position → the first such part. */
  const partsOf = new Map<string, { number: string; quantity: number | null }>()
  /** Part type → quantity → its number of applications, and the line of the first. */
  const quantities = new Map<string, Map<number, { count: number; line: number }>>()

  return {
    check(app, { number, fitment, years }) {
      const { line } = app
      if (years.length === 0)
        problems.add(number, {
          line,
          code: 'duplicate',
          message: `Part ${number} has the same application on an earlier line. This one adds nothing.`,
          warning: true,
        })
      const { quantity, ...vehicle } = fitment
      // Parts of unknown types are only compared with themselves.
      const type = NO_TYPE.test(app.partType) ? `of ${spelledNumber(number)}` : app.partType
      const key = JSON.stringify([vehicle, type, app.position?.id])
      for (const year of years) {
        const other = partsOf.get(`${year}${key}`)
        if (!other) partsOf.set(`${year}${key}`, { number, quantity })
        else if (!isSameNumber(other.number, number))
          problems.add(`${other.number} ${number}`, {
            line,
            code: 'overlap',
            message: `Parts ${other.number} and ${number} are for the same vehicle, and nothing says when to use which. Add a qualifier or note to each.`,
            warning: true,
          })
        else if (other.quantity !== quantity)
          problems.add(number, {
            line,
            code: 'different_quantities',
            field: 'Qty',
            message: `Part ${number} has a different quantity for the same vehicle on an earlier line. Check which one is right.`,
            warning: true,
          })
      }
      if (quantity === null) return
      const ofType = quantities.get(type) ?? new Map<number, { count: number; line: number }>()
      quantities.set(type, ofType)
      const counted = ofType.get(quantity) ?? { count: 0, line: app.quantity?.line ?? line }
      counted.count += 1
      ofType.set(quantity, counted)
    },
    async finish() {
      for await (const ofType of withPauses(quantities.values())) {
        const counts = [...ofType]
        const [max] = counts.toSorted(([, a], [, b]) => b.count - a.count)
        const [usual, { count: frequent }] = max ?? [1, { count: 0 }]
        for (const [quantity, { count, line }] of counts) {
          const rare = quantity > UNUSUAL_FACTOR * usual && count * UNUSUAL_FACTOR <= frequent
          if (!rare && quantity <= ALWAYS_UNUSUAL) continue
          problems.add(`${quantity} ${line}`, {
            line,
            code: 'unusual_quantity',
            field: 'Qty',
            message: `A quantity of ${quantity} per vehicle is unusual: ${rare ? `most applications of its kind have ${usual}` : `few vehicles take more than ${ALWAYS_UNUSUAL} of a part`}. Check it.`,
            warning: true,
          })
        }
      }
    },
  }
}
