import type { Delivery } from '#domain/delivery/delivery.ts'
import { parseNumber } from '../../ui/parse-number.ts'

type Method = Delivery['methods'][number]
type Zone = Delivery['zones'][number]
type Area = Zone['areas'][number]
export type Step = Delivery['prices'][number]
export type Term = Delivery['terms'][number]

export type DraftMethod = Omit<Method, 'daysMin' | 'daysMax'> & { daysMin: string; daysMax: string }
/** `areas`: one a line. */
export type DraftZone = Omit<Zone, 'areas'> & { areas: string }

/** The delivery as it is typed. */
export type Draft = {
  methods: readonly DraftMethod[]
  zones: readonly DraftZone[]
  prices: readonly Step[]
  terms: readonly Term[]
}

export function toDraft({ methods, zones, prices, terms }: Delivery): Draft {
  return {
    methods: methods.map((method) => ({
      ...method,
      daysMin: String(method.daysMin),
      daysMax: String(method.daysMax),
    })),
    zones: zones.map((zone) => ({ ...zone, areas: zone.areas.map(areaText).join('\n') })),
    prices,
    terms,
  }
}

/** What is typed, for the schema to check. */
export function toInput(revision: number, { methods, zones, prices, terms }: Draft) {
  return {
    revision,
    methods: methods.map((method) => ({
      ...method,
      daysMin: parseNumber(method.daysMin) ?? Number.NaN,
      daysMax: parseNumber(method.daysMax) ?? Number.NaN,
    })),
    zones: zones.map((zone) => ({ ...zone, areas: areasOf(zone.areas) })),
    prices: [...prices],
    terms: [...terms],
  }
}

/** "US AK 995*" */
function areaText({ country, region, postalPrefix }: Area): string {
  return [country, region, postalPrefix && `${postalPrefix}*`].filter(Boolean).join(' ')
}

/** The areas of these lines: a country, then a region or the beginning of a postal code, or both. */
function areasOf(text: string): Area[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [country = '', ...words] = line.trim().split(/\s+/)
      const isPostal = (word: string) => word.endsWith('*') || /\d/.test(word)
      const region = words.filter((word) => !isPostal(word)).join(' ')
      const postalPrefix = words.filter(isPostal).join('')
      return {
        country,
        ...(region !== '' && { region }),
        ...(postalPrefix !== '' && { postalPrefix }),
      }
    })
}

/** A method and a zone. */
export type Pair = { methodId: string; zoneId: string }

export function ratesOf(draft: Draft, { methodId, zoneId }: Pair) {
  const isOfPair = (one: Pair) => one.methodId === methodId && one.zoneId === zoneId
  return { steps: draft.prices.filter(isOfPair), term: draft.terms.find(isOfPair) ?? null }
}

/**
 * The draft with other rates of a method to a zone.
 * @param steps from light to heavy; none if it does not go there.
 */
export function withRates(draft: Draft, pair: Pair, steps: readonly Step[], term: Term | null): Draft {
  const isOther = ({ methodId, zoneId }: Pair) => methodId !== pair.methodId || zoneId !== pair.zoneId
  return {
    ...draft,
    prices: [...draft.prices.filter(isOther), ...steps],
    terms: [...draft.terms.filter(isOther), ...(term ? [term] : [])],
  }
}

/** The draft without a method or zone, and without its rates. */
export function without(draft: Draft, id: string): Draft {
  const isOther = ({ methodId, zoneId }: Pair) => methodId !== id && zoneId !== id
  return {
    methods: draft.methods.filter(({ _id }) => _id !== id),
    zones: draft.zones.filter(({ _id }) => _id !== id),
    prices: draft.prices.filter(isOther),
    terms: draft.terms.filter(isOther),
  }
}
