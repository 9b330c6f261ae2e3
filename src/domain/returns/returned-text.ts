import { piecesText } from '../products/unit.ts'
import { formatCountOf } from '../shared/format-count.ts'

/** "2 pieces of Alternator, 1 old part of Alternator" */
export function returnedText(
  lines: readonly { core: boolean; quantity: number; unit: string; name: string }[],
): string {
  return lines
    .map(({ core, quantity, unit, name }) =>
      core ? `${formatCountOf(quantity, 'old part')} of ${name}` : piecesText([{ quantity, unit, name }]),
    )
    .join(', ')
}
