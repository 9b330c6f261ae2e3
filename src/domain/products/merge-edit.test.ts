import { describe, expect, test } from 'vitest'
import { civic } from '../../../tests/support/fitments.ts'
import { changedFields, mergeEdit } from './merge-edit.ts'

const accord = { ...civic, model: 'Accord' }
const seen = {
  picture: '/images/a.webp',
  name: 'Brake Rotor',
  about: 'Vented.',
  price: 89.5,
  listPrice: null,
  minOrder: 2,
  unit: 'pair',
  brand: '',
  category: 'Brakes',
  partNumber: 'DL-1',
  fits: [civic],
}

describe('the price before the sale', () => {
  const onSale = { ...seen, listPrice: 120 }
  const { listPrice: _left, ...without } = seen

  test('stays when an edit omits it, until the price reaches it', () => {
    expect(mergeEdit({ ...without, price: 110 }, onSale)).toMatchObject({
      values: { price: 110, listPrice: 120 },
    })
    expect(mergeEdit({ ...without, price: 120 }, onSale)).toMatchObject({
      values: { price: 120, listPrice: null },
    })
    expect(mergeEdit({ ...without, listPrice: null }, onSale)).toMatchObject({ values: { listPrice: null } })
  })

  test('is refused when another admin has raised the price to it', () => {
    const now = { ...seen, price: 130 }
    expect(mergeEdit({ ...seen, listPrice: 120, was: seen }, now)).toMatchObject({
      problems: [{ field: 'listPrice', message: 'The price is $130.00 now: another admin has changed it.' }],
    })
    expect(mergeEdit({ ...onSale, name: 'Rotor', was: onSale }, { ...onSale, price: 110 })).toMatchObject({
      values: { name: 'Rotor', price: 110, listPrice: 120 },
    })
  })
})

describe('merging an edit into the stored product', () => {
  test.each([
    ['no other admin changed anything', { name: 'Rotor' }, {}, { name: 'Rotor' }],
    ['another admin changed another field', { name: 'Rotor' }, { price: 95 }, { name: 'Rotor', price: 95 }],
    ['both made the same change', { price: 95 }, { price: 95 }, { price: 95 }],
    ['only another admin changed it', {}, { brand: 'Acme' }, { brand: 'Acme' }],
    [
      'the vehicles are in another order, one of them twice',
      { fits: [civic, accord] },
      { fits: [accord, civic, accord] },
      { fits: [civic, accord] },
    ],
  ])('%s: the edit is merged', (_when, mine, theirs, expected) => {
    expect(mergeEdit({ ...seen, ...mine, was: seen }, { ...seen, ...theirs })).toEqual({
      values: { ...seen, ...expected },
    })
  })

  test('is refused for exactly the fields that both changed, with the stored values', () => {
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
      detail: 'Another admin has changed the name, the description, the price, and the category since.',
      problems: [
        ['name', 'It is Disc now: another admin has changed it.'],
        ['about', 'Another admin has changed it since.'],
        ['price', 'It is $95.00 now: another admin has changed it.'],
        ['category', 'It is empty now: another admin has changed it.'],
      ].map(([field, message]) => ({ field, code: 'product_changed', message })),
    })
  })

  test('refuses to overwrite a list of vehicles that another admin has changed', () => {
    const edit = { ...seen, fits: [], was: seen }
    expect(mergeEdit(edit, { ...seen, fits: [civic, accord] })).toMatchObject({
      detail: 'Another admin has changed the vehicles it fits since.',
      problems: [{ field: 'fits' }],
    })
  })

  test('compares only fields whose earlier value it includes', () => {
    const theirs = { ...seen, price: 95, name: 'Disc' }
    expect(mergeEdit(seen, theirs)).toEqual({ values: seen })
    expect(mergeEdit({ ...seen, was: { price: 95 } }, theirs)).toEqual({ values: seen })
    const { fits: _, ...without } = seen
    expect(mergeEdit({ ...without, was: seen }, { ...seen, fits: [] })).toEqual({ values: without })
  })
})

test('fields that an edit omits become empty, but the vehicles stay', () => {
  const { fits: _fits, brand: _brand, category: _category, ...rest } = seen
  expect(changedFields(seen, rest)).toEqual(['category'])
  expect(changedFields(seen, { ...seen, fits: [] })).toEqual(['fits'])
  expect(changedFields(seen, seen)).toEqual([])
})
