import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeVin } from '#domain/vehicles/decode-vin.ts'
import {
  checkDigit,
  findVin,
  looksLikeVin,
  mayHaveSerialOfVin,
  normalizeVin,
  vinProblem,
} from '#domain/vehicles/vin.ts'
import { createVinData } from './vin-data.ts'

const data = createVinData()
const decode = (vin: string) => decodeVin(vin, { data, thisYear: 2026 })

/** A VIN that begins so, with any serial number and the right check digit. */
function vinOf(beginning: string): string {
  const vin = `${beginning}A000001`.slice(0, 17)
  return vin.slice(0, 8) + checkDigit(vin) + vin.slice(9)
}

// Data of these vehicles from the trade: year, make, model, liters, cylinders.
test.each([
  ['1HGCM82603', 2003, 'Honda', 'Accord', null, 6],
  ['1HGCM56603', 2003, 'Honda', 'Accord', null, 4],
  ['19XFB2F50C', 2012, 'Honda', 'Civic', null, 4],
  ['5J6RM4H30C', 2012, 'Honda', 'CR-V', '2.4', 4],
  ['5FNRL38608', 2008, 'Honda', 'Odyssey', '3.5', 6],
  ['4T1BF1FK0F', 2015, 'Toyota', 'Camry', '2.5', 4],
  ['2T1BURHE0G', 2016, 'Toyota', 'Corolla', '1.8', 4],
  ['JTDKN3DU0B', 2011, 'Toyota', 'Prius', '1.8', 4],
  ['5TFDW5F10C', 2012, 'Toyota', 'Tundra', '5.7', 8],
  ['JTEBU5JR0D', 2013, 'Toyota', '4Runner', '4.0', 6],
  ['1FTFW1ET0D', 2013, 'Ford', 'F-150', '3.5', 6],
  ['1FTEW1EP0K', 2019, 'Ford', 'F-150', '2.7', 6],
  ['1FT7W2BT0D', 2013, 'Ford', 'F-250', '6.7', 8],
  ['1FTNW21P04', 2004, 'Ford', 'F-250', '6.0', 8],
  ['1FT8W3BT0G', 2016, 'Ford', 'F-350', '6.7', 8],
  ['1FMCU0GX0E', 2014, 'Ford', 'Escape', '1.6', 4],
  ['1FAFP40403', 2003, 'Ford', 'Mustang', '3.8', 6],
  ['1GNSKBKC0F', 2015, 'Chevrolet', 'Tahoe', '5.3', 8],
  ['1GNEK13Z04', 2004, 'Chevrolet', 'Tahoe', '5.3', 8],
  ['1GCVKREC0E', 2014, 'Chevrolet', 'Silverado', '5.3', 8],
  ['1G1YY22G0Y', 2000, 'Chevrolet', 'Corvette', '5.7', 8],
  ['2GNALBEK0F', 2015, 'Chevrolet', 'Equinox', '2.4', 4],
  ['1C6RR7LT0E', 2014, 'Ram', '1500', '5.7', 8],
  ['3C63R3GJ0L', 2020, 'Ram', '3500', '6.4', 8],
  ['1C4RJFBG0D', 2013, 'Jeep', 'Grand Cherokee', '3.6', 6],
  ['1J4FA49S04', 2004, 'Jeep', 'Wrangler', '4.0', 6],
  ['2C3CDXCT0E', 2014, 'Dodge', 'Charger', '5.7', 8],
  ['1N4AL3AP0D', 2013, 'Nissan', 'Altima', '2.5', 4],
  ['1N6AD0EV0D', 2013, 'Nissan', 'Frontier', '4.0', null],
  ['KMHDH4AE0D', 2013, 'Hyundai', 'Elantra', '1.8', null],
  ['JF2SJAAC0F', 2015, 'Subaru', 'Forester', '2.5', 4],
  ['3VWDP7AJ0C', 2012, 'Volkswagen', 'Jetta', '2.5', 5],
  ['WBA3A5C50D', 2013, 'BMW', '328i', '2.0', 4],
  ['WDDGF8AB0D', 2013, 'Mercedes-Benz', 'C-Class', '3.5', 6],
  ['JM3KE4CY0F', 2015, 'Mazda', 'CX-5', '2.5', 4],
  ['YV1902FH0D', 2013, 'Volvo', 'S60', '3.0', 6],
  ['2MEFM74W04', 2004, 'Mercury', 'Grand Marquis', '4.6', 8],
  ['1FTBW2CM0F', 2015, 'Ford', 'Transit', '3.7', 6],
])('%s… is a %i %s %s', (beginning, year, make, model, displacementL, cylinders) => {
  const vin = vinOf(beginning)
  expect(vinProblem(vin)).toBeNull()
  expect(decode(vin)).toMatchObject({ year, yearIsSure: true, make, model, displacementL, cylinders })
})

test.each([
  ['5YJ3E1EA0K', 'Tesla', 'Model 3'],
  ['1G1FW6S00H', 'Chevrolet', 'Bolt EV'],
  ['1N4AZ0CP0D', 'Nissan', 'Leaf'],
])('%s… is electric', (beginning, make, model) => {
  expect(decode(vinOf(beginning))).toMatchObject({ make, model, isElectric: true, cylinders: null })
})

test('what the data does not contain is unknown, not guessed', () => {
  // A chassis cab, a bus, and a model that the maker’s code does not have.
  expect(decode(vinOf('1FDXE45S04'))).toBeNull()
  expect(decode(vinOf('1M8GDM9A0K'))).toBeNull()
  expect(decode(vinOf('1HGZZZZZ0C'))).toMatchObject({ make: 'Honda', model: null, displacementL: null })
})

test('a car’s year follows from position 7, and is never in the future', () => {
  expect(decode(vinOf('1HGCM8260Y'))?.year).toBe(2000)
  expect(decode(vinOf('1HGCM8A60Y'))).toMatchObject({ year: null, model: null })
})

test.each([
  [' 1hgcm-82633 a004352 ', null],
  ['VIN: 1HGCM82633A004352', null],
  ['１ＨＧＣＭ８２６３３Ａ００４３５２', null],
  ['*1HGCM82633A004352*', null],
  ['I1HGCM82633A004352', null],
  ['*i1hgcm82633a004352', null],
  ['1HGCM82633A004352*', null],
  ['Vin no. 1HG CM8 263 3A0 043 52', null],
  ['I1HGCM82633A00435', 'no letter I'],
  ['I1HGCM82633A0043522', 'this has 19'],
  ['*1HGCM82633A00435*', 'this has 18'],
  ['I1HGCM82643A004352', 'check digit'],
  [
    vinOf('VF1KW0BB00'),
    'never a 0. If the vehicle was built for a market outside North America, choose it by make',
  ],
  ['', 'has none'],
  ['1HGCM82633A00435', 'this has 16'],
  ['1HGCM82633A0043522', 'this has 18'],
  ['1HGCM82633AO04352', 'no letter O: it is probably a 0'],
  ['IHGCM82633A004352', 'no letter I: it is probably a 1'],
  ['1HGCM82633A00435Q', 'no letter Q: it is probably a 0'],
  ['1HGCM82633A00435*', 'only the letters A to Z and digits'],
  ['1HGCM82633А004352', 'only the letters A to Z and digits'],
  ['1HGCM82643A004352', 'check digit'],
  ['1HGCM82633A004353', 'check digit'],
  ['WVWZZZ1KZAW123456', 'has a check digit as its 9th character, and this has a Z'],
  ['WAUZZZ8K9BA000111', 'outside North America'],
  ['11111111111111111', null],
  [vinOf('1HGCM8260U'), 'never a U'],
  ['1'.repeat(65_536), 'much longer'],
])('%.40s: %s', (typed, problem) => {
  if (problem === null) expect(vinProblem(normalizeVin(typed))).toBeNull()
  else expect(vinProblem(normalizeVin(typed))).toContain(problem)
})

test('a wrong check digit is found', () => {
  const vin = vinOf('1HGCM82603')
  for (const [at, digit] of vin.split('').entries()) {
    if (!/\d/.test(digit)) continue
    const typed = vin.slice(0, at) + ((Number(digit) + 1) % 10) + vin.slice(at + 1)
    expect(vinProblem(typed)).toContain('check digit')
  }
})

test('words and part numbers are not VINs', () => {
  for (const typed of [
    '2012 honda civic 1.8',
    'alternator',
    '',
    'MERCEDESBENZSLKKLASSE',
    'K24Z7',
    '15400-PLM-A02',
  ])
    expect(looksLikeVin(typed)).toBe(false)
  for (const typed of [
    '1HGCM82633A004352',
    '1hgcm82633a00435',
    '1HG CM826 33A 0043520',
    'VIN 1HGCM82633A004352',
    '*1HGCM82633A004352*',
    'I1HGCM82633A004352',
  ])
    expect(looksLikeVin(typed)).toBe(true)
})

test('a VIN is found among the words of a search', () => {
  const vin = '1HGCM82633A004352'
  expect(findVin(vin)).toEqual({ vin, rest: '' })
  expect(findVin('1HG CM826 33A 004352')).toEqual({ vin: '1HG CM826 33A 004352', rest: '' })
  expect(findVin(`${vin} brake pads`)).toEqual({ vin, rest: 'brake pads' })
  expect(findVin(`VIN: ${vin} brake pads`)).toEqual({ vin, rest: 'brake pads' })
  expect(findVin(` brake  ${vin.toLowerCase()} pads`)).toEqual({ vin: vin.toLowerCase(), rest: 'brake pads' })
  for (const words of [
    '',
    'brake pads',
    '2012 honda civic 1.8',
    '15400-PLM-A02 DL-BRK-1042',
    '4006633123456',
  ])
    expect(findVin(words), words).toBeNull()
})

test('a serial number of a VIN is recognized from its first digit on, and words and part numbers are not', () => {
  for (const vin of ['1HGCM82633A004352', 'WVWZZZ1KZAW123456', '1HGCM8263EAO04352', 'JTDKBRFU9H3012345'])
    for (const typed of [vin, vin.toLowerCase(), `VIN ${vin}`, `${vin} brake pads`]) {
      const start = typed.toUpperCase().indexOf(vin)
      for (let end = start + 12; end <= typed.length; end += 1)
        expect(mayHaveSerialOfVin(typed.slice(0, end)), typed.slice(0, end)).toBe(true)
      expect(mayHaveSerialOfVin(typed.slice(0, start + 11)), typed).toBe(false)
    }
  const grouped = '1HG CM826 33A 004352'
  for (let end = 15; end <= grouped.length; end += 1)
    expect(mayHaveSerialOfVin(grouped.slice(0, end)), grouped.slice(0, end)).toBe(true)
  for (const words of [
    '',
    'ceramic brake pads front compact',
    '2008 honda civic brake pads',
    'transmissionfluid',
    'DL-BRK-1042',
    '45022-SNA-A00',
    '4006633123456',
    '205 55 16 195 65 15',
    'brake pads 4502 2106',
  ])
    expect(mayHaveSerialOfVin(words), words).toBe(false)
})

test('whatever is typed, nothing throws', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 65_536, size: 'max' }),
    fc
      .string({
        unit: fc.constantFrom(...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'.split('')),
        minLength: 17,
        maxLength: 17,
      })
      .map(vinOf),
  )
  fc.assert(
    fc.property(typed, (text) => {
      const vin = normalizeVin(text)
      if (vinProblem(vin) === null) expect(decode(vin)?.year ?? 2026).toBeLessThan(2029)
      else expect(vin === '' || looksLikeVin(text)).toBeTypeOf('boolean')
    }),
    { numRuns: 20 },
  )
})

/**
 * Processor time of this process for `runs` runs, in µs: the minimum of several rounds, since other threads
 * work in some.
 */
function processorTime(runs: number, work: () => unknown): number {
  const rounds = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage()
    for (let run = 0; run < runs; run += 1) work()
    const { user, system } = process.cpuUsage(start)
    return user + system
  })
  return Math.min(...rounds)
}

test.each(['-', 'ﷺ', '\u0301', 'VIN: ', '1', ' ', '*', 'I'])(
  '64 KB of %j cost as little as 100 characters',
  (unit) => {
    const read = (text: string) => () => [
      vinProblem(normalizeVin(text)),
      looksLikeVin(text),
      findVin(text),
      mayHaveSerialOfVin(text),
    ]
    const [short, long] = [100, 65_536].map((length) => unit.repeat(length).slice(0, length))
    const limit = processorTime(200, read(short ?? '')) * 20 + 10_000
    expect(processorTime(200, read(long ?? ''))).toBeLessThan(limit)
  },
)

test('decoding costs little more than reading the patterns of its code and year', () => {
  const vin = vinOf('WBA3A5C50D')
  decode(vin)
  const reading = processorTime(20, () => data.patterns('WBA', 2013))
  expect(processorTime(20, () => decode(vin))).toBeLessThan(reading * 5)
})
