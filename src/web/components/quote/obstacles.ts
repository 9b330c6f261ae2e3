import type { Quote } from '#domain/cart/quote.ts'

/**
 * What keeps a quoted cart from being ordered, in sentences; `isOwn`: problems that the page shows elsewhere
 * are left out.
 */
export function quoteObstacles(
  quote: Quote | null,
  isOwn: (field: string) => boolean = () => true,
): string[] {
  if (!quote) return []
  const told = quote.problems.flatMap(({ field, message }) => (isOwn(field) ? message : []))
  const isUndecided = quote.methodId === undefined && quote.options.some(({ price }) => price !== undefined)
  return isUndecided ? [...told, 'Choose a delivery.'] : told
}

/** Leads to the element with this id, which says what is to be mended or checked. */
export function showObstacle(id: string): void {
  const obstacle = document.getElementById(id)
  obstacle?.scrollIntoView({ block: 'center' })
  obstacle?.focus({ preventScroll: true })
}
