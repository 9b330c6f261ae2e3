import { expect, test } from 'vitest'
import { fitmentChoices, fitmentInput, noFitment, clearFrom } from './fitment-texts.ts'

const civic = {
  make: 'Honda',
  model: 'Civic',
  yearFrom: '2006',
  yearTo: '2011',
  variant: '',
  engine: '1.8-4',
}
const choices = {
  makes: ['Ford', 'Honda'],
  models: ['Accord', 'Civic'],
  years: [2011, 2009, 2006],
  variants: ['Base', 'Hybrid'],
  engines: [{ key: '1.8-4', label: '1.8 L, 4 cylinders' }],
}
const all = {
  make: choices.makes,
  model: choices.models,
  yearFrom: choices.years,
  variant: choices.variants,
  engine: choices.engines,
}

test('Each select offers what the store knows for the previous ones', () => {
  expect(fitmentChoices(civic, { query: civic, choices })).toEqual({ ...all, yearTo: [2011, 2009, 2006] })
  expect(fitmentChoices(noFitment, { query: noFitment, choices })).toEqual({
    make: choices.makes,
    model: [],
    yearFrom: [],
    yearTo: [],
    variant: [],
    engine: [],
  })
})

test('The last year is never before the first', () => {
  const later = { ...civic, yearFrom: '2009' }
  expect(fitmentChoices(later, { query: later, choices }).yearTo).toEqual([2011, 2009])
})

test('Options fetched for another choice are not offered', () => {
  const known = { query: civic, choices }
  expect(fitmentChoices({ ...noFitment, make: 'Ford' }, known)).toMatchObject({
    make: choices.makes,
    model: [],
  })
  expect(fitmentChoices({ ...civic, model: 'Accord' }, known)).toMatchObject({
    model: choices.models,
    yearFrom: [],
    variant: [],
    engine: [],
  })
  expect(fitmentChoices({ ...civic, yearTo: '2009' }, known)).toMatchObject({
    ...all,
    variant: [],
    engine: [],
  })
  expect(fitmentChoices({ ...civic, variant: 'Hybrid' }, known)).toMatchObject({ ...all, engine: [] })
})

test('Changing a select clears the later ones', () => {
  expect(clearFrom('make', civic)).toEqual(noFitment)
  expect(clearFrom('yearTo', civic)).toEqual({ ...civic, yearTo: '', engine: '' })
})

test('Empty selects are left out of the query', () => {
  expect(fitmentInput(noFitment)).toEqual({})
  expect(fitmentInput(civic)).toEqual({ make: 'Honda', model: 'Civic', yearFrom: 2006, yearTo: 2011 })
  expect(fitmentInput({ ...civic, variant: 'Hybrid' })).toMatchObject({ variant: 'Hybrid' })
})
