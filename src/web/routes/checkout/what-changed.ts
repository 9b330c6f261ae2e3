import type { Quote } from '#domain/cart/quote.ts'
import { formatUsd } from '#domain/shared/money.ts'

/**
 * Why the total of a cart is another one than before: "Ceramic Brake Pads: now $41.90, was $38.90". Empty
 * when the quotes cost the same.
 */
export function whatChanged(before: Quote, after: Quote): string[] {
  const lines = after.lines.flatMap(({ productId, name, price, quantity, coreDeposit }) => {
    const old = before.lines.find((line) => line.productId === productId)
    if (!old) return `${name} was added`
    return [
      old.price === price ? '' : `${name}: now ${formatUsd(price)}, was ${formatUsd(old.price)}`,
      old.quantity === quantity ? '' : `${name}: now ${quantity}, was ${old.quantity}`,
      old.coreDeposit === coreDeposit
        ? ''
        : `Core deposit of ${name}: now ${formatUsd(coreDeposit)}, was ${formatUsd(old.coreDeposit)}`,
    ]
  })
  const removed = before.lines
    .filter(({ productId }) => !after.lines.some((line) => line.productId === productId))
    .map(({ name }) => `${name} was removed`)
  const amounts = [change('Delivery', before.delivery, after.delivery), change('Tax', before.tax, after.tax)]
  return [...lines, ...removed, ...amounts].filter((text) => text !== '')
}

function change(what: string, before: number | undefined, after: number | undefined): string {
  if (before === after || after === undefined) return ''
  return `${what}: now ${formatUsd(after)}${before === undefined ? '' : `, was ${formatUsd(before)}`}`
}
