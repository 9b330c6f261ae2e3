import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shipToCity } from '../orders/ship-to-city.ts'
import { COUNTRY_CODES } from '../shared/countries.ts'
import { PARSING } from '../shared/default-messages.ts'
import { subdivisionsOf } from '../shared/subdivisions.ts'
import { AddressInput, addressProblems, formatAddress } from './address.ts'
import { checkZip, regionOfZip } from './us-postal.ts'

const chicago = {
  name: 'Olive Owner',
  line1: '12 Gasket Lane',
  city: 'Chicago',
  region: 'IL',
  postalCode: '60602',
  country: 'US',
  phone: '(217) 555-0142',
}

describe('a ZIP code', () => {
  // One city of every state and territory.
  test.each([
    ['00501', 'NY'],
    ['00602', 'PR'],
    ['00802', 'VI'],
    ['02108', 'MA'],
    ['02903', 'RI'],
    ['03301', 'NH'],
    ['04101', 'ME'],
    ['05401', 'VT'],
    ['05544', 'MA'],
    ['06103', 'CT'],
    ['06390', 'NY'],
    ['07102', 'NJ'],
    ['09012', 'AE'],
    ['10001', 'NY'],
    ['15222', 'PA'],
    ['19801', 'DE'],
    ['20001', 'DC'],
    ['20166', 'VA'],
    ['20500-0004', 'DC'],
    ['21201', 'MD'],
    ['23219', 'VA'],
    ['25301', 'WV'],
    ['28202', 'NC'],
    ['29201', 'SC'],
    ['30303', 'GA'],
    ['33101', 'FL'],
    ['34002', 'AA'],
    ['34236', 'FL'],
    ['35203', 'AL'],
    ['37203', 'TN'],
    ['38103', 'TN'],
    ['39201', 'MS'],
    ['39901', 'GA'],
    ['40202', 'KY'],
    ['44113', 'OH'],
    ['46204', 'IN'],
    ['48226', 'MI'],
    ['50309', 'IA'],
    ['53202', 'WI'],
    ['55401', 'MN'],
    ['57501', 'SD'],
    ['58102', 'ND'],
    ['59101', 'MT'],
    ['60602', 'IL'],
    ['63101', 'MO'],
    ['66603', 'KS'],
    ['68102', 'NE'],
    ['70112', 'LA'],
    ['72201', 'AR'],
    ['73102', 'OK'],
    ['73301', 'TX'],
    ['74103', 'OK'],
    ['75201', 'TX'],
    ['80202', 'CO'],
    ['82001', 'WY'],
    ['83414', 'WY'],
    ['83702', 'ID'],
    ['84101', 'UT'],
    ['85004', 'AZ'],
    ['87102', 'NM'],
    ['88510', 'TX'],
    ['89101', 'NV'],
    ['90012', 'CA'],
    ['96349', 'AP'],
    ['96799', 'AS'],
    ['96813', 'HI'],
    ['96910', 'GU'],
    ['96940', 'PW'],
    ['96941', 'FM'],
    ['96950', 'MP'],
    ['96960', 'MH'],
    ['97201', 'OR'],
    ['98101', 'WA'],
    ['99501', 'AK'],
  ])('%s is in %s', (zip, region) => {
    expect(regionOfZip(zip)).toBe(region)
  })

  test('is in one of the states of the list, or in none', () => {
    const known = new Set(subdivisionsOf('US')?.list.map(({ key }) => key))
    const found = new Set<string>()
    for (let prefix = 0; prefix < 1000; prefix += 1) {
      const region = regionOfZip(`${String(prefix).padStart(3, '0')}00`)
      if (region !== null) found.add(region)
    }
    for (const region of found) expect(known).toContain(region)
    for (const region of known)
      if (!['AS', 'FM', 'MH', 'MP', 'PW'].includes(region)) expect(found).toContain(region)
  })

  test('that does not exist, or is not one, is in none', () => {
    expect(['00000', '00400', '6060', '606021', 'K1A 0B1', ''].map(regionOfZip)).toEqual(
      Array.from({ length: 6 }, () => null),
    )
  })

  test('must agree with the state', () => {
    expect(checkZip('60602', 'IL')).toBeNull()
    expect(checkZip('60602', 'IN')).toBe('60602 is in Illinois. Check the state or the ZIP.')
    expect(checkZip('97201-1234', 'WA')).toBe('97201-1234 is in Oregon. Check the state or the ZIP.')
    expect(checkZip('00000', 'IL')).toBe('There is no ZIP code 00000. Check its digits.')
    expect(checkZip('6060', 'IL')).toBe('Enter a ZIP code of five digits, such as 60602')
  })
})

describe('an address', () => {
  test('is stored in its normal form', () => {
    expect(
      AddressInput.parse({
        ...chicago,
        line1: ' 12\nGasket   Lane ',
        country: ' us',
        region: 'il',
        company: ' ',
      }),
    ).toEqual({ ...chicago, company: '' })
    expect(
      AddressInput.parse({ ...chicago, country: 'ca', region: ' ontario', postalCode: 'k1a0b1' }),
    ).toEqual({ ...chicago, country: 'CA', region: 'ON', postalCode: 'K1A 0B1' })
    expect(AddressInput.parse({ ...chicago, region: 'Illinois' }).region).toBe('IL')
    const berlin = { ...chicago, country: 'DE', region: ' Land  Berlin', postalCode: '10115' }
    expect(AddressInput.parse(berlin).region, 'as it is typed').toBe('Land Berlin')
  })

  test.each([
    [{ postalCode: '46204' }, { postalCode: '46204 is in Indiana. Check the state or the ZIP.' }],
    [{ region: 'XX' }, { region: 'Choose a state' }],
    [{ region: undefined }, { region: 'Choose a state' }],
    [{ country: 'PR' }, { country: 'Choose US, and Puerto Rico as its state' }],
    [{ country: 'XX' }, { country: 'Enter a country’s code of two letters, such as US' }],
    [{ country: 'DE', region: '', postalCode: ' ' }, { postalCode: 'ZIP or postal code is required' }],
    [
      { name: ' ', city: '' },
      { name: 'Name is required', city: 'City is required' },
    ],
    [
      { name: ' ', region: '' },
      { name: 'Name is required', region: 'Choose a state' },
    ],
    [{ country: 'CA', region: 'Ontari', postalCode: 'K1A 0B1' }, { region: 'Choose a province' }],
    [{ country: 'CA', region: '', postalCode: 'K1A 0B1' }, { region: 'Choose a province' }],
    [
      { country: 'CA', region: 'Québec', postalCode: 'M5V 2T6' },
      { postalCode: 'M5V 2T6 is in Ontario. Check the province or the postal code.' },
    ],
    [{ country: 'CA', region: 'QC', postalCode: 'K1A 0H3' }, {}],
    [{ country: 'CA', region: 'NU', postalCode: 'X0A 0W0' }, {}],
    [
      { country: 'CA', region: 'NT', postalCode: 'X0C 0A0' },
      { postalCode: 'X0C 0A0 is in Nunavut. Check the province or the postal code.' },
    ],
    [
      { country: 'CA', region: 'ON', postalCode: '60602' },
      { postalCode: 'Enter a postal code such as K1A 0B1' },
    ],
    [
      { country: 'CA', region: 'ON', postalCode: 'D1A 0B1' },
      { postalCode: 'Enter a postal code such as K1A 0B1' },
    ],
    [
      { country: 'DE', region: '', postalCode: 'ß'.repeat(7) },
      { postalCode: 'Please keep this to 12 characters' },
    ],
    [{ line1: 'x'.repeat(91) }, { line1: 'Please keep this to 90 characters' }],
    [{ phone: 'none' }, { phone: expect.stringMatching(/^Provide a valid phone number/) }],
    [{ country: 'DE', region: '', postalCode: '10115', city: 'Berlin' }, {}],
  ])('with %j has the problems %j', (change, problems) => {
    const found = addressProblems({ ...chicago, ...change })
    expect(Object.fromEntries(found.map(({ field, message }) => [field, message]))).toEqual(problems)
  })

  test('names what is absent', () => {
    const { error } = AddressInput.safeParse({}, PARSING)
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'Name is required',
      'Street address is required',
      'City is required',
      'ZIP or postal code is required',
      'Country is required',
      'Phone is required',
    ])
  })

  test('is printed as on a label, and lists recognize its city', () => {
    const printed = formatAddress({ ...chicago, company: 'Gasket Garage', line2: 'Bay 4' })
    expect(printed).toBe('Olive Owner\nGasket Garage\n12 Gasket Lane\nBay 4\nChicago, IL 60602')
    expect(shipToCity(printed)).toBe('Chicago, IL')
    const ottawa = { ...chicago, country: 'CA', region: 'ON', city: 'Ottawa', postalCode: 'K1A 0B1' }
    expect(formatAddress(ottawa)).toBe('Olive Owner\n12 Gasket Lane\nOttawa ON K1A 0B1\nCANADA')
    expect(shipToCity(formatAddress(ottawa))).toBe('Ottawa, ON')
    expect(
      formatAddress({ ...chicago, country: 'DE', region: '', city: 'Berlin', postalCode: '10115' }),
    ).toBe('Olive Owner\n12 Gasket Lane\n10115 Berlin\nGERMANY')
  })

  test('has at most 500 characters when it is printed, as an order stores it', () => {
    const text = (max: number) => fc.string({ minLength: max, maxLength: max, unit: fc.constant('W') })
    fc.assert(
      fc.property(
        fc.constantFrom(...COUNTRY_CODES),
        fc.tuple(text(60), text(60), text(90), text(90), text(60), text(40), text(12)),
        (country, [name, company, line1, line2, city, region, postalCode]) => {
          const address = { name, company, line1, line2, city, region, postalCode, country }
          expect(formatAddress(address).length).toBeLessThanOrEqual(500)
        },
      ),
    )
  })
})
