import { isDay } from '../../shared/day.ts'
import { childOf, type XmlElement } from '../xml/read-elements.ts'

/** What applies to values that do not say otherwise: the file's header, and for prices their price sheet. */
export type PiesDefaults = {
  currency: string
  language: string
  effective: string
  expires: string
  market: string
}

export const NO_DEFAULTS: PiesDefaults = {
  currency: '',
  language: '',
  effective: '',
  expires: '',
  market: '',
}

/** A value of a PIES file that the store does not use, and why. */
export type LeftOut = {
  line: number
  code:
    | 'price_left_out'
    | 'text_left_out'
    | 'quantity_left_out'
    | 'gtin_left_out'
    | 'attribute_left_out'
    | 'weight_left_out'
  message: string
}

const NAMES = {
  currency: ['CurrencyCode'],
  language: ['LanguageCode'],
  effective: ['EffectiveDate', 'ItemEffectiveDate', 'BlanketEffectiveDate'],
  expires: ['ExpirationDate', 'ExpiryDate'],
  market: ['MarketCode', 'CountryCode', 'Market'],
} as const satisfies Record<keyof PiesDefaults, readonly string[]>

/** The currency, language, days and market of an element, or else the defaults. */
export function defaultsOf(element: XmlElement, defaults: PiesDefaults): PiesDefaults {
  const stated = (names: readonly string[]) =>
    names.map((name) => element.attributes[name] ?? childOf(element, name)?.text ?? '').find(Boolean)
  return {
    currency: stated(NAMES.currency)?.toUpperCase() ?? defaults.currency,
    language: stated(NAMES.language)?.toUpperCase() ?? defaults.language,
    effective: stated(NAMES.effective) ?? defaults.effective,
    expires: stated(NAMES.expires) ?? defaults.expires,
    market: stated(NAMES.market)?.toUpperCase() ?? defaults.market,
  }
}

/** Why a price of the file cannot be the store's price of one piece; null if it can. */
export function whyNoPrice(price: XmlElement, facts: PiesDefaults, today: string): string | null {
  const amount = childOf(price, 'Price')
  const [unit, from] = [amount?.attributes['UOM'] ?? '', childOf(price, 'PriceBreak')]
  if (!['', 'USD'].includes(facts.currency))
    return `is in ${facts.currency.slice(0, 10)}; the store’s are in USD`
  if (!isPieces(unit)) return `is per ${unit.slice(0, 10)}, not per piece`
  if (from && !(isPieces(from.attributes['UOM'] ?? '') && /^0*[01](?:\.0*)?$/.test(from.text)))
    return 'is for larger quantities'
  if (/^\d*\.\d\d0*[1-9]\d*$/.test(wholeCents(amount?.text ?? ''))) return 'has fractions of a cent'
  return whyNotNow(facts, today)
}

/** Why a text of the file is not shown; null if it is. */
export function whyNoText(facts: PiesDefaults, today: string): string | null {
  if (!/^(?:|EN|EN[-_].*|ENG)$/.test(facts.language))
    return `is in ${facts.language.slice(0, 10)}, not in English`
  return whyNotNow(facts, today)
}

function whyNotNow({ effective, expires, market }: PiesDefaults, today: string): string | null {
  if (!/^(?:|US|USA)$/.test(market)) return `is for the market ${market.slice(0, 10)}`
  const [from = '', to = ''] = [effective, expires].map((day) => day.slice(0, 10))
  if ([from, to].some((day) => day !== '' && !isDay(day))) return 'has dates that are not valid'
  if (from > today) return `is valid from ${from} on`
  return to !== '' && to < today ? 'is no longer valid' : null
}

/** Whether the unit of measure is a piece, which a blank one means. */
export function isPieces(unit: string): boolean {
  return ['', 'EA', 'PE'].includes(unit.toUpperCase())
}

/** Dollars without zeros below the cent: "12.5000" is "12.50". */
export function wholeCents(dollars: string): string {
  return dollars.length > 40 ? dollars : dollars.replace(/(\.\d\d)0+$/, '$1')
}
