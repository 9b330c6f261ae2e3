import { describe, expect, test } from 'vitest'
import { changedFields, mergeEdit } from './merge-edit.ts'

const civic = { make: 'Honda', model: 'Civic', yearFrom: 2006, yearTo: 2011, engine: null }
const accord = { ...civic, model: 'Accord' }
const seen = {
  picture: '/images/a.webp',
  name: 'Brake Rotor',
  about: 'Vented.',
  price: 89.5,
  minOrder: 2,
  brand: '',
  category: 'Brakes',
  partNumber: 'DL-1',
  fits: [civic],
}

describe('an edit on top of what is stored', () => {
  test.each([
    ['nobody else changed anything', { name: 'Rotor' }, {}, { name: 'Rotor' }],
    ['somebody else changed another field', { name: 'Rotor' }, { price: 95 }, { name: 'Rotor', price: 95 }],
    ['both changed it to the same', { price: 95 }, { price: 95 }, { price: 95 }],
    ['only somebody else changed it', {}, { brand: 'Acme' }, { brand: 'Acme' }],
    [
      'the vehicles came in another order, once twice',
      { fits: [civic, accord] },
      { fits: [accord, civic, accord] },
      { fits: [civic, accord] },
    ],
  ])('%s: it is whole', (_when, mine, theirs, expected) => {
    expect(mergeEdit({ ...seen, ...mine, was: seen }, { ...seen, ...theirs })).toEqual({
      values: { ...seen, ...expected },
    })
  })

  test('is refused for what both changed, with what is stored, and for nothing else', () => {
    const theirs = {
      ...seen,
      name: 'Disc',
      price: 95,
      brand: 'Acme',
      category: '',
      about: 'Solid.',
      minOrder: 3,
    }
    const mine = { ...seen, name: 'Rotor', price: 99, category: 'Wheels', about: 'Slotted.' }
    expect(mergeEdit({ ...mine, was: seen }, theirs)).toEqual({
      detail: 'Somebody else changed the name, the description, the price, and the category meanwhile.',
      problems: [
        ['name', 'It is Disc by now: somebody else changed it meanwhile.'],
        ['about', 'Somebody else changed it meanwhile.'],
        ['price', 'It is $95.00 by now: somebody else changed it meanwhile.'],
        ['category', 'It is empty by now: somebody else changed it meanwhile.'],
      ].map(([field, message]) => ({ field, code: 'product_changed', message })),
    })
  })

  test('of the vehicles is refused when another admin changed the list', () => {
    const edit = { ...seen, fits: [], was: seen }
    expect(mergeEdit(edit, { ...seen, fits: [civic, accord] })).toMatchObject({
      detail: 'Somebody else changed the vehicles it fits meanwhile.',
      problems: [{ field: 'fits' }],
    })
  })

  test('compares nothing that it does not say it has seen', () => {
    const theirs = { ...seen, price: 95, name: 'Disc' }
    expect(mergeEdit(seen, theirs)).toEqual({ values: seen })
    expect(mergeEdit({ ...seen, was: { price: 95 } }, theirs)).toEqual({ values: seen })
    const { fits: _, ...without } = seen
    expect(mergeEdit({ ...without, was: seen }, { ...seen, fits: [] })).toEqual({ values: without })
  })
})

test('What an edit leaves out is empty, but the vehicles stay', () => {
  const { fits: _fits, brand: _brand, category: _category, ...rest } = seen
  expect(changedFields(seen, rest)).toEqual(['category'])
  expect(changedFields(seen, { ...seen, fits: [] })).toEqual(['fits'])
  expect(changedFields(seen, seen)).toEqual([])
})
