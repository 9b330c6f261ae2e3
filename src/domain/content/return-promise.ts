import type { StoreContent } from './store-content.ts'

// Does not import the schema library, which public pages do not load.

/** Within how many days a part may be returned, and which parts. */
export type ReturnPromise = Pick<StoreContent, 'returnDays' | 'returnCondition'>

/** "30 days" and "to return a part that was never installed"; null when the store promises no returns. */
export function returnFact({ returnDays, returnCondition }: ReturnPromise) {
  if (returnDays === undefined) return null
  return {
    figure: returnDays === 1 ? '1 day' : `${returnDays} days`,
    label: `to return a part${returnCondition === undefined ? '' : ` ${returnCondition}`}`,
  }
}

/** Instead of the days, for an order of parts that are not taken back for any reason. */
export const NOT_RETURNABLE =
  "What you ordered can't be returned, unless it is damaged, defective or not what you ordered."

/** Who pays the way of what comes back. */
export const POSTAGE = 'You pay the postage, unless the part was damaged, defective or not what you ordered.'

/**
 * "30 days to return a part that was never installed.", and who pays the postage; undefined when the store
 * promises no returns.
 */
export function returnSentence(promise: ReturnPromise): string | undefined {
  const fact = returnFact(promise)
  return fact ? `${fact.figure} ${fact.label}. ${POSTAGE}` : undefined
}
