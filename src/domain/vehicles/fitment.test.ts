import { expect, test } from 'vitest'
import { civic } from '../../../tests/support/fitments.ts'
import {
  type Fitment,
  fitmentDetails,
  fitmentKey,
  fitmentSummary,
  FitmentSchema,
  fitmentLabel,
} from './fitment.ts'

test('a fitment has a readable label', () => {
  expect(fitmentLabel(civic)).toBe('2006–2011 Honda Civic')
  expect(fitmentLabel({ ...civic, engine: '1.8-4' })).toBe('2006–2011 Honda Civic, 1.8 L, 4 cylinders')
  expect(fitmentLabel({ ...civic, yearFrom: 2009, yearTo: 2009 })).toBe('2009 Honda Civic')
})

test('a line states quantity, position and conditions', () => {
  expect(fitmentSummary(civic)).toBe('2006–2011 Honda Civic')
  const line: Fitment = {
    ...civic,
    quantity: 2,
    position: 'front left',
    drive: 'AWD',
    body: 'Coupe',
    builtTo: '2010-03-01',
    option: 'with ABS',
    note: 'Needs clips',
  }
  expect(fitmentSummary(line)).toBe(
    '2006–2011 Honda Civic · AWD · Coupe · built until Mar 1, 2010 · with ABS · front left · 2 per vehicle · Needs clips',
  )
  expect(fitmentDetails(line, (quantity) => `${quantity} pairs`)).toContain(
    `${line.quantity} pairs per vehicle`,
  )
  expect(fitmentSummary({ ...civic, builtFrom: '2010-03-01' })).toMatch(/built from Mar 1, 2010$/)
  expect(fitmentSummary({ ...line, builtFrom: '2009-12-31' })).toContain('built Dec 31, 2009 to Mar 1, 2010')
})

test('two lines are the same only if everything but their source is equal', () => {
  const same = (over: Partial<Fitment>) => fitmentKey({ ...civic, ...over }) === fitmentKey(civic)
  expect(same({ source: 'aces' })).toBe(true)
  const others: Partial<Fitment>[] = [
    { variant: 'Base' },
    { engine: '1.8-4' },
    { yearTo: 2010 },
    { quantity: 2 },
    { position: 'rear' },
    { drive: 'AWD' },
    { body: 'Coupe' },
    { builtFrom: '2010-01-01' },
    { builtTo: '2010-01-01' },
    { option: 'with ABS' },
    { note: 'x' },
  ]
  for (const other of others) expect(same(other), JSON.stringify(other)).toBe(false)
})

test('a fitment has a make, a model, years in order, and an engine of the finder or every engine', () => {
  for (const good of [
    {},
    {
      quantity: '4',
      position: 'front left',
      drive: '4WD',
      body: 'Coupe',
      option: 'with ABS',
      note: 'x'.repeat(500),
    },
    { builtFrom: '2010-02-01', builtTo: '2010-02-01', source: 'aces' },
    { engine: '1.3-x' },
    { yearFrom: 2011 },
    { yearFrom: 1886, yearTo: 2100 },
  ])
    expect(FitmentSchema.safeParse({ ...civic, ...good }).success, JSON.stringify(good)).toBe(true)
  for (const [bad, field] of [
    [{ make: ' ' }, 'make'],
    [{ make: 'x'.repeat(61) }, 'make'],
    [{ model: '' }, 'model'],
    [{ model: 'x'.repeat(101) }, 'model'],
    [{ yearFrom: 1885 }, 'yearFrom'],
    [{ yearFrom: 2006.5 }, 'yearFrom'],
    [{ yearFrom: '2006.5' }, 'yearFrom'],
    [{ yearTo: 2101 }, 'yearTo'],
    [{ yearTo: 2005 }, 'yearTo'],
    [{ engine: '1.8' }, 'engine'],
    [{ engine: 'x-x' }, 'engine'],
    [{ quantity: 0 }, 'quantity'],
    [{ quantity: 1.5 }, 'quantity'],
    [{ quantity: 100 }, 'quantity'],
    [{ position: 'roof' }, 'position'],
    [{ drive: '2WD' }, 'drive'],
    [{ body: ' ' }, 'body'],
    [{ body: 'x'.repeat(61) }, 'body'],
    [{ option: 'x'.repeat(121) }, 'option'],
    [{ note: 'x'.repeat(501) }, 'note'],
    [{ builtFrom: '2010-02-30' }, 'builtFrom'],
    [{ builtFrom: '2010-02' }, 'builtFrom'],
    [{ builtTo: 'May 2010' }, 'builtTo'],
    [{ builtFrom: '2010-02-02', builtTo: '2010-02-01' }, 'builtTo'],
    [{ source: 'hearsay' }, 'source'],
  ] as const)
    expect(FitmentSchema.safeParse({ ...civic, ...bad }).error?.issues[0]?.path, JSON.stringify(bad)).toEqual(
      [field],
    )
})
