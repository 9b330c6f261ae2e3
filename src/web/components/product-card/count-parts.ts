import { formatCount } from '#domain/shared/format-count.ts'

/** "1 part", "1,234 parts"; "10,000+ parts" where `total` is a lower bound. */
export function countParts(total: number, isExact = true): string {
  return `${formatCount(total)}${isExact ? '' : '+'} ${total === 1 ? 'part' : 'parts'}`
}
