// Long because it is one table: lines of a part, a vehicle, the verdict; then properties of any lines.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { civic } from '../../../tests/support/fitments.ts'
import { evaluateFit, type VehicleConfiguration } from './evaluate-fit.ts'
import { fitTitle } from './fit-words.ts'
import { type Fitment, fitsVehicle } from './fitment.ts'
import { POSITIONS } from './position.ts'
import type { VehicleQuery } from './vehicle.ts'

const chosen: VehicleQuery = { make: 'Honda', year: 2009, model: 'Civic' }
const known: VehicleConfiguration[] = [
  { variant: 'Base', engine: '1.8-4' },
  { variant: 'Base', engine: '2.0-4' },
  { variant: 'Hybrid', engine: '1.3-4' },
]
const judge = (lines: readonly Partial<Fitment>[], vehicle: VehicleQuery = chosen, of = known) =>
  evaluateFit(
    lines.map((line) => ({ ...civic, ...line })),
    vehicle,
    of,
  )

describe('the verdict on a fit', () => {
  const accord = { model: 'Accord' }
  const fits = 'Listed for this vehicle'
  const notListed = 'This part isn’t listed for this vehicle'
  type Case = [string, Partial<Fitment>[], VehicleQuery, string, string, string[]?]
  test.each<Case>([
    ['no line at all', [], chosen, 'unknown', 'No vehicles are listed for this part'],
    ['every variant and engine', [{}], chosen, 'fits', fits],
    ['the chosen engine', [{ engine: '1.8-4' }], { ...chosen, engine: '1.8-4' }, 'fits', fits],
    ['another engine', [{ engine: '1.8-4' }], { ...chosen, engine: '2.0-4' }, 'does_not_fit', notListed],
    ['other models', [accord], chosen, 'does_not_fit', notListed],
    ['other years', [{ yearTo: 2008 }], chosen, 'does_not_fit', notListed],
    [
      'one engine of several',
      [{ engine: '1.8-4' }, accord],
      chosen,
      'fits_if',
      'Fits if its engine is 1.8 L, 4 cylinders',
      ['engine'],
    ],
    [
      'two engines of three',
      [{ engine: '1.8-4' }, { engine: '2.0-4' }],
      chosen,
      'fits_if',
      'Fits if its engine is 1.8 L, 4 cylinders or 2.0 L, 4 cylinders',
      ['engine'],
    ],
    ['each engine on its own line', known.map(({ engine }) => ({ engine })), chosen, 'fits', fits],
    ['each variant on its own line', known.map(({ variant }) => ({ variant })), chosen, 'fits', fits],
    ['each variant with its engines', known, chosen, 'fits', fits],
    [
      'the only variant of the chosen engine',
      [{ variant: 'Hybrid' }],
      { ...chosen, engine: '1.3-4' },
      'fits',
      fits,
    ],
    ['one variant', [{ variant: 'Hybrid' }], chosen, 'fits_if', 'Fits if its variant is Hybrid', ['variant']],
    [
      'a variant that no known vehicle of the year has',
      [{ variant: 'CNG' }],
      { ...chosen, engine: '1.8-4' },
      'fits_if',
      'Fits if its variant is CNG',
      ['variant'],
    ],
    ['one drive', [{ drive: 'FWD' }], chosen, 'fits_if', 'Fits if it has front-wheel drive', ['drive']],
    [
      'two drives',
      [{ drive: 'AWD' }, { drive: '4WD' }],
      chosen,
      'fits_if',
      'Fits if it has all-wheel drive or four-wheel drive',
      ['drive'],
    ],
    ['one body', [{ body: 'Coupe' }], chosen, 'fits_if', 'Fits if its body is Coupe', ['body']],
    [
      'some dates',
      [{ builtFrom: '2009-03-01' }],
      chosen,
      'fits_if',
      'Fits if it was built on or after Mar 1, 2009',
      ['built'],
    ],
    [
      'the first dates',
      [{ builtTo: '2009-02-28' }],
      chosen,
      'fits_if',
      'Fits if it was built on or before Feb 28, 2009',
      ['built'],
    ],
    [
      'an option',
      [{ option: 'with sport suspension' }, { option: 'w/ ABS' }],
      chosen,
      'fits_if',
      'Fits if it comes with sport suspension or with ABS',
      ['option'],
    ],
    ...[
      ['W/o Tow Package', 'it comes without Tow Package'],
      ['thru 04/02/09', 'it was built thru 04/02/09'],
      ['Before 11/2008 production', 'it was built before 11/2008'],
      ['From serial # 7781', 'this applies: From serial # 7781'],
      ['Excl. wagon', 'this applies: Excl. wagon'],
      ['for police use', 'this applies: for police use'],
    ].map(([option = '', words = '']): Case => {
      return [`the condition "${option}"`, [{ option }], chosen, 'fits_if', `Fits if ${words}`, ['option']]
    }),
    [
      'two conditions at once',
      [{ drive: 'AWD', body: 'Coupe' }],
      chosen,
      'fits_if',
      'Fits if it has all-wheel drive and its body is Coupe',
      ['drive', 'body'],
    ],
    [
      'two ways to fit: the finder asks for the engine',
      [{ drive: 'AWD' }, { engine: '1.8-4' }],
      chosen,
      'fits_if',
      'Fits if its engine is 1.8 L, 4 cylinders. Other listed vehicles have different conditions',
      ['engine'],
    ],
    [
      'many variants',
      ['A', 'B', 'C', 'D'].map((variant) => ({ variant })),
      chosen,
      'fits_if',
      'Fits if its variant is one of 4 listed variants',
      ['variant'],
    ],
    ['a condition next to an unconditional line', [{ drive: 'AWD' }, {}], chosen, 'fits', fits],
    ['where it goes', [{ position: 'front' }], chosen, 'fits', `${fits}. Position: front`],
    [
      'where it goes, under a condition',
      [{ position: 'rear', drive: 'FWD' }],
      chosen,
      'fits_if',
      'Fits if it has front-wheel drive. Position: rear',
      ['drive'],
    ],
    [
      'no year',
      [{}],
      { make: 'Honda', model: 'Civic' },
      'fits_if',
      'Fits in some years. Choose the year to be sure',
      ['year'],
    ],
    [
      'no model',
      [{}],
      { make: 'Honda', year: 2009 },
      'unknown',
      'Choose the model to see whether it fits',
      ['model'],
    ],
    [
      'no vehicle',
      [{}],
      {},
      'unknown',
      'Choose the make, year, and model to see whether it fits',
      ['make', 'year', 'model'],
    ],
  ])('%s', (_what, lines, vehicle, verdict, reason, missing) => {
    expect(judge(lines, vehicle)).toEqual({ verdict, reason, ...(missing && { missing }) })
  })

  test('is conditional for a line with one engine when the store lists no engines', () => {
    expect(judge([{ engine: '1.8-4' }], chosen, [])).toMatchObject({ verdict: 'fits_if' })
    expect(judge([{ engine: '1.8-4' }], { ...chosen, engine: '1.8-4' }, [])).toMatchObject({
      verdict: 'fits',
    })
  })

  test('is unknown when the store does not list the vehicle', () => {
    const unknown = { verdict: 'unknown', reason: 'We don’t know this vehicle' }
    expect(judge([accord], { ...chosen, year: 2031 }, [])).toEqual(unknown)
    expect(judge([{ engine: '1.8-4' }], { ...chosen, engine: '9.9-9' })).toEqual(unknown)
  })

  test('has a one-line title for the owner of the vehicle', () => {
    expect(fitTitle(judge([{}]), 'your Civic')).toBe('Fits your Civic')
    expect(fitTitle(judge([{ drive: 'FWD' }]), 'Civic')).toBe('Fits if it has front-wheel drive')
    expect(fitTitle(judge([accord]), 'your Civic')).toBe('Doesn’t fit your Civic')
    expect(fitTitle(judge([]), 'your Civic')).toBe('We can’t confirm this fits your Civic')
  })
})

describe('the quantity that a vehicle takes', () => {
  test.each<[string, Partial<Fitment>[], number | undefined]>([
    ['is that of its line', [{ quantity: 4 }], 4],
    ['is unknown if the line does not state it', [{ quantity: null }], undefined],
    ['is unknown if two lines disagree', [{ quantity: 4 }, { quantity: 6 }], undefined],
    ['is that of every engine', known.map(({ engine }) => ({ engine, quantity: 4 })), 4],
    [
      'is unknown if its engines take different quantities',
      known.map(({ engine }, at) => ({ engine, quantity: 4 + at })),
      undefined,
    ],
    [
      'is the sum of all positions',
      [
        { position: 'front left', quantity: 1 },
        { position: 'front right', quantity: 1 },
        { position: 'rear', quantity: 2 },
      ],
      4,
    ],
    [
      'is unknown if two positions may be the same',
      [
        { position: 'front', quantity: 2 },
        { position: 'left', quantity: 2 },
      ],
      undefined,
    ],
    [
      'is unknown if one position does not state it',
      [{ position: 'front', quantity: 2 }, { position: 'rear' }],
      undefined,
    ],
    [
      'is that of either drive',
      [
        { drive: 'AWD', quantity: 2 },
        { drive: 'FWD', quantity: 2 },
      ],
      2,
    ],
    [
      'is unknown if an option takes more',
      [{ quantity: 2 }, { option: 'with dual exhaust', quantity: 4 }],
      undefined,
    ],
    ['is absent for a vehicle that the part does not fit', [{ model: 'Accord', quantity: 4 }], undefined],
  ])('%s', (_what, lines, quantity) => {
    expect(judge(lines).quantity).toBe(quantity)
  })
})

describe('for any lines and any vehicle', () => {
  const variant = fc.constantFrom('Base', 'Hybrid', 'Si')
  const engine = fc.constantFrom('1.3-4', '1.8-4', '2.0-4')
  const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 3 })
  const day = fc.constantFrom('2008-06-01', '2009-01-01', '2009-06-01')
  const drive = fc.constantFrom('FWD', 'AWD')
  const body = fc.constantFrom('Coupe', 'Sedan')
  const option = fc.constantFrom('with ABS', 'without ABS')
  const line: fc.Arbitrary<Fitment> = fc
    .record({
      model: fc.constantFrom('Civic', 'Civic', 'Accord'),
      variant: orNull(variant),
      engine: orNull(engine),
      yearFrom: fc.integer({ min: 2007, max: 2010 }),
      years: fc.integer({ min: 0, max: 3 }),
      drive: fc.option(drive, { freq: 1 }),
      body: fc.option(body, { freq: 1 }),
      builtFrom: fc.option(day, { freq: 1 }),
      option: fc.option(option, { freq: 1 }),
      quantity: orNull(fc.constantFrom(1, 2)),
      position: orNull(fc.constantFrom(...POSITIONS.slice(0, 4))),
    })
    .map(({ years, ...given }) => ({ ...civic, ...given, yearTo: given.yearFrom + years }))
  const vehicles = fc.uniqueArray(fc.record({ variant, engine }), {
    minLength: 1,
    maxLength: 5,
    selector: (one) => `${one.variant} ${one.engine}`,
  })
  /** A real car of the chosen make, model and year, with all that the finder does not know. */
  const car = fc.record({ drive, body, built: day, option })
  type Car = VehicleConfiguration & { drive: string; body: string; built: string; option: string }

  /** Whether the line covers this car, computed independently. */
  const means = (of: Fitment, one: Car) =>
    of.model === 'Civic' &&
    of.yearFrom <= 2009 &&
    2009 <= of.yearTo &&
    [null, one.variant].includes(of.variant) &&
    [null, one.engine].includes(of.engine) &&
    [null, one.drive].includes(of.drive) &&
    [null, one.body].includes(of.body) &&
    [null, one.option].includes(of.option) &&
    (of.builtFrom === null || of.builtFrom <= one.built)
  const lists = fc.array(line, { minLength: 1, maxLength: 6 })
  const someCars = () => fc.array(car, { minLength: 6 })

  test('“fits” has a line for every possible car, and “does not fit” has none', () => {
    const seen = { fits: 0, fits_if: 0, does_not_fit: 0, unknown: 0 }
    fc.assert(
      fc.property(lists, vehicles, fc.boolean(), someCars(), (lines, of, knowsEngine, cars) => {
        const vehicle = { ...chosen, ...(knowsEngine && { engine: of[0]?.engine }) }
        const possible = of.filter((one) => !knowsEngine || one.engine === vehicle.engine)
        const every: Car[] = possible.flatMap((one) => cars.map((rest) => ({ ...one, ...rest })))
        const { verdict, missing } = evaluateFit(lines, vehicle, of)
        seen[verdict] += 1
        const listed = every.filter((one) => lines.some((each) => means(each, one))).length
        if (verdict === 'fits') expect(listed).toBe(every.length)
        if (verdict === 'does_not_fit') expect(listed).toBe(0)
        expect(missing !== undefined && missing.length > 0).toBe(verdict === 'fits_if')
        expect(missing ?? []).not.toContain(knowsEngine ? 'engine' : 'make')
        // The same result as the search, which filters by the same rule in SQL.
        expect(fitsVehicle(lines, vehicle)).toBe(verdict === 'fits' || verdict === 'fits_if')
      }),
      { numRuns: 2000 },
    )
    expect(seen.unknown).toBe(0)
    for (const verdict of ['fits', 'fits_if', 'does_not_fit'] as const)
      expect(seen[verdict], verdict).toBeGreaterThan(50)
  })

  test('if only the engine is missing, the part fits one of the engines', () => {
    const engines = known.map((one) => one.engine)
    const grid = ['Base', 'Hybrid', 'Si'].flatMap((of) =>
      engines.map((key) => ({ variant: of, engine: key })),
    )
    fc.assert(
      fc.property(lists, (lines) => {
        fc.pre(evaluateFit(lines, chosen, grid).missing?.join() === 'engine')
        const verdicts = engines.map((key) => evaluateFit(lines, { ...chosen, engine: key }, grid).verdict)
        expect(verdicts).toContain('fits')
      }),
    )
  })

  test('the order of lines and duplicate lines do not matter', () => {
    fc.assert(
      fc.property(lists, vehicles, (lines, of) => {
        const once = evaluateFit(lines, chosen, of)
        const { verdict, missing, quantity } = evaluateFit([...lines.toReversed(), ...lines], chosen, of)
        expect({ verdict, missing, quantity }).toEqual({
          verdict: once.verdict,
          missing: once.missing,
          quantity: once.quantity,
        })
      }),
    )
  })

  test('the quantity holds for every possible car', () => {
    fc.assert(
      fc.property(lists, vehicles, fc.gen(), (lines, of, generate) => {
        const { verdict, quantity } = evaluateFit(lines, chosen, of)
        fc.pre(verdict === 'fits' && quantity !== undefined)
        // Generated only now: most lists do not get here.
        const cars = generate(someCars)
        const totals = of.flatMap((each) =>
          cars.map((rest): number => {
            const meant = lines.filter((line) => means(line, { ...each, ...rest }))
            const places = new Map(meant.map(({ position, quantity: pieces }) => [position, pieces]))
            return [...places.values()].reduce<number>((sum, pieces) => sum + (pieces ?? 0), 0)
          }),
        )
        expect(new Set(totals)).toEqual(new Set([quantity]))
      }),
      { numRuns: 500 },
    )
  })
})
