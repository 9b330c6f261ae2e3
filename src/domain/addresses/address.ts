import { z } from 'zod'
import { COUNTRY_CODES, countryName } from '../shared/countries.ts'
import { PARSING } from '../shared/default-messages.ts'
import { PhoneSchema } from '../shared/phone.ts'
import { isRegionOf, regionName, storedRegion, subdivisionsOf } from '../shared/subdivisions.ts'
import { boundedText, lineText, requiredLine } from '../shared/text.ts'
import { canadianPostalCode, checkCanadianPostalCode } from './canadian-postal.ts'
import { checkZip } from './us-postal.ts'

/** Addresses of an account, each in a place of its own. The database has as many. */
export const MAX_ADDRESSES = 20

const code = (missing: string) =>
  boundedText(40, { missing })
    .overwrite((text) => text.trim().toUpperCase())
    .min(1, missing)

const US = 'US'

/** Whether these fields are valid themselves, so that a rule about several may look at them. */
const whenValid =
  (...names: string[]) =>
  ({ issues }: z.core.ParsePayload) =>
    issues.every(({ path = [] }) => path.length > 0 && !names.includes(String(path[0])))

/** PhoneSchema, whose problem does not keep the ZIP code, which is typed before, from being checked. */
const Phone = boundedText(60, { missing: 'Phone is required' })
  .superRefine((text, context) => {
    const message = PhoneSchema.safeParse(text).error?.issues[0]?.message
    if (message) context.addIssue({ code: 'custom', message })
  })
  .overwrite((text) => PhoneSchema.safeParse(text).data ?? text)

type Located = { country: string; region?: string | undefined; postalCode: string }
const POSTAL_CHECKS = new Map([
  ['US', checkZip],
  ['CA', checkCanadianPostalCode],
])
const postalProblem = ({ country, region = '', postalCode }: Located) =>
  isRegionOf(country, region) ? (POSTAL_CHECKS.get(country)?.(postalCode, region) ?? null) : null

/** The codes of a known state or province, whose name may be typed, and the usual form of a postal code. */
function normalized<T extends Located>(address: T): T {
  const { country, region, postalCode } = address
  return {
    ...address,
    ...(region !== undefined && { region: storedRegion(country, region) }),
    ...(country === 'CA' && { postalCode: canadianPostalCode(postalCode) ?? postalCode }),
  }
}

/**
 * An address that parcels are sent to. In the United States and Canada it has a state or province, by its
 * code or name, with which the ZIP or postal code must agree; elsewhere a name, street, city and postal code,
 * and a region as it is typed. Its longest text (`formatAddress`) has at most 500 characters.
 */
export const AddressInput = z
  .object({
    name: requiredLine('Name is required', 60),
    company: lineText(60).optional(),
    line1: requiredLine('Street address is required', 90),
    line2: lineText(90).optional(),
    city: requiredLine('City is required', 60),
    /** Of a state or province its code, such as IL. */
    region: lineText(40).optional(),
    postalCode: boundedText(12, { missing: 'ZIP or postal code is required' })
      .overwrite((text) => text.replaceAll(/\s+/g, ' ').trim().toUpperCase())
      // Some letters become two in capitals.
      .max(12, 'Please keep this to 12 characters')
      .min(1, 'ZIP or postal code is required'),
    /** ISO 3166-1, such as US. */
    country: code('Country is required').refine((country) => COUNTRY_CODES.has(country), {
      error: ({ input }) =>
        regionName(US, String(input)) !== undefined
          ? `Choose US, and ${regionName(US, String(input))} as its state`
          : 'Enter a country’s code of two letters, such as US',
      abort: true,
    }),
    phone: Phone,
  })
  .overwrite(normalized)
  .refine(({ country, region = '' }) => isRegionOf(country, region), {
    path: ['region'],
    error: ({ input }) => `Choose a ${subdivisionsOf((input as Located).country)?.called}`,
    when: whenValid('country', 'region'),
  })
  .refine((address) => postalProblem(address) === null, {
    path: ['postalCode'],
    error: ({ input }) => postalProblem(input as Located) ?? undefined,
    when: whenValid('country', 'region', 'postalCode'),
  })
export type AddressInput = z.infer<typeof AddressInput>

/** Body of `POST /addresses` and `PUT /address/{id}`. */
export const SaveAddressInput = AddressInput.safeExtend({
  /** Chosen first at the checkout, in place of the one before. The first address always is. */
  isDefault: z.boolean().optional(),
})
export type SaveAddressInput = z.infer<typeof SaveAddressInput>

/**
 * A saved address. `problems`: what is wrong with it by the rules of today, at the field; it must be
 * corrected before it is used.
 */
export const AddressSchema = z.object({
  _id: z.string(),
  name: z.string(),
  company: z.string().optional(),
  line1: z.string(),
  line2: z.string().optional(),
  city: z.string(),
  region: z.string().optional(),
  postalCode: z.string(),
  country: z.string(),
  phone: z.string(),
  isDefault: z.boolean(),
  problems: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
})
export type Address = z.infer<typeof AddressSchema>

/** The addresses of an account in the order in which they were added; one is the default. */
export const AddressBookSchema = z.object({ addresses: z.array(AddressSchema) })

/** What is wrong with an address by the rules of today. */
export function addressProblems(address: z.input<typeof AddressInput>): { field: string; message: string }[] {
  const { error } = AddressInput.safeParse(address, PARSING)
  return (error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message }))
}

type Printed = Pick<AddressInput, 'name' | 'line1' | 'city' | 'postalCode' | 'country'> & {
  company?: string | undefined
  line2?: string | undefined
  region?: string | undefined
}

/** The address as it is printed on labels, of at most 500 characters; its country unless it is the US. */
export function formatAddress({ country, city, region, postalCode, ...address }: Printed): string {
  const place: (string | undefined)[] =
    country === US
      ? [`${city}, ${region} ${postalCode}`]
      : country === 'CA'
        ? [`${city} ${region} ${postalCode}`]
        : [`${postalCode} ${city}`, region]
  if (country !== US) place.push(countryName(country).toUpperCase())
  return [address.name, address.company, address.line1, address.line2, ...place].filter(Boolean).join('\n')
}
