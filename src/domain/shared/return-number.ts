import { parseNumber } from './order-number.ts'

const PREFIX = 'RT'

/** The number of a return for people, from returns.number: "RT-1001". */
export function formatReturnNumber(number: number | string): string {
  return `${PREFIX}-${number}`
}

/** The number in a typed or pasted text, in any spelling, or null: `rt 1001`, `#1001`. */
export function parseReturnNumber(text: string): number | null {
  return parseNumber(text, [PREFIX])
}
