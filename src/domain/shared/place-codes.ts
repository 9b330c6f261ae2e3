import { boundedText } from './text.ts'

const capitals = (text: string) => text.trim().toUpperCase()

const NO_COUNTRY = 'Enter a country by its two letters, such as US'

/** A country by its two letters (ISO 3166-1): "US". */
export const CountrySchema = boundedText(20, { missing: NO_COUNTRY })
  .overwrite(capitals)
  .regex(/^[A-Z]{2}$/, NO_COUNTRY)

/** A state by its code (the last part of ISO 3166-2): "IL". */
export const StateSchema = boundedText(20)
  .overwrite(capitals)
  .regex(/^[A-Z0-9]{1,3}$/, 'Enter a state by its code, such as IL')
