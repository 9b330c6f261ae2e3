import { expect, test } from 'vitest'
import { FitmentSchema, fitmentText } from './fitment.ts'

const civic = { make: 'Honda', model: 'Civic', variant: null, yearFrom: 2006, yearTo: 2011, engine: null }

test('a fitment has a readable label', () => {
  expect(fitmentText(civic)).toBe('2006–2011 Honda Civic')
  expect(fitmentText({ ...civic, engine: '1.8-4' })).toBe('2006–2011 Honda Civic, 1.8 L, 4 cylinders')
  expect(fitmentText({ ...civic, yearFrom: 2009, yearTo: 2009 })).toBe('2009 Honda Civic')
})

test('a fitment names a make, a model, years in order, and an engine of the finder or every engine', () => {
  for (const good of [{}, { engine: '1.3-x' }, { yearFrom: 2011 }, { yearFrom: 1886, yearTo: 2100 }])
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
    [{ engine: undefined }, 'engine'],
    [{ engine: '1.8' }, 'engine'],
    [{ engine: 'x-x' }, 'engine'],
  ] as const)
    expect(FitmentSchema.safeParse({ ...civic, ...bad }).error?.issues[0]?.path, JSON.stringify(bad)).toEqual(
      [field],
    )
})
