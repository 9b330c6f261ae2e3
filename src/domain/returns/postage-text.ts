import { POSTAGE } from '../content/return-promise.ts'
import { type ReturnLine, STORE_FAULTS } from './return.ts'

/** Who pays the way of this return. */
export function postageText(lines: readonly Pick<ReturnLine, 'reason'>[]): string {
  return lines.every(({ reason }) => STORE_FAULTS.some((fault) => fault === reason))
    ? 'Keep the receipt of the postage: we pay it.'
    : POSTAGE
}
