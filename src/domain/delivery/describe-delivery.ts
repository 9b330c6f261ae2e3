import { formatCents } from '../shared/money.ts'
import type { DeliveryArea, DeliveryTable } from './delivery-table.ts'

/** Lines of one kind that an audit entry names. */
const MAX_LINES = 200

export const areaText = ({ country, region, postalPrefix }: DeliveryArea) =>
  [country, region, postalPrefix].filter(Boolean).join(' ')

/** Every row of a delivery as a line, by kind: "Ground to Alaska up to 1000 g: $7.99". */
function linesOf({ methods, zones, prices, terms }: DeliveryTable): Record<string, string[]> {
  const names = new Map([...methods, ...zones].map(({ id, name }) => [id, name]))
  const way = ({ methodId, zoneId }: { methodId: string; zoneId: string }) =>
    `${names.get(methodId)} to ${names.get(zoneId)}`
  return {
    methods: methods.map(({ name, daysMin, daysMax, ...method }) =>
      [
        `${name}: ${daysMin} to ${daysMax} days`,
        method.carriesOversize && 'oversize parts',
        method.carriesDangerous && 'dangerous goods',
        method.toPoBox && 'PO boxes',
        !method.active && 'not offered',
      ]
        .filter(Boolean)
        .join(', '),
    ),
    zones: zones.map(({ name, areas }) => `${name}: ${areas.map(areaText).join(', ')}`),
    prices: prices.map((step) => `${way(step)} up to ${step.upToGrams} g: ${formatCents(step.priceCents)}`),
    terms: terms.map((term) => {
      const free = term.freeFromCents === null ? 'never free' : `free from ${formatCents(term.freeFromCents)}`
      return `${way(term)}: ${free}, ${formatCents(term.oversizeCents)} per oversize piece`
    }),
    order: [[...methods, ...zones].map(({ name }) => name).join(', ')],
  }
}

/** What differs between two deliveries, for the audit: the rows that only one of them has, as text. */
export function deliveryChanges(
  before: DeliveryTable,
  after: DeliveryTable,
): { before: Record<string, string>; after: Record<string, string> } {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  const facts = (lines: Record<string, string[]>, others: Record<string, string[]>) =>
    Object.fromEntries(
      Object.entries(lines).flatMap(([kind, all]) => {
        const known = new Set(others[kind])
        const own = all.filter((line) => !known.has(line))
        const isSame = own.length === 0 && others[kind]?.every((line) => all.includes(line))
        return isSame ? [] : [[kind, bounded(own).join('; ')]]
      }),
    )
  return { before: facts(old, fresh), after: facts(fresh, old) }
}

const bounded = (lines: readonly string[]) =>
  lines.length <= MAX_LINES ? lines : [...lines.slice(0, MAX_LINES), `and ${lines.length - MAX_LINES} more`]
