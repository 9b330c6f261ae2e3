import { expect, test } from 'vitest'
import {
  isWholeVehicle,
  knownVehicle,
  nextStep,
  vehicleFromQuery,
  vehicleLabel,
  vehicleToQuery,
} from './chosen-vehicle.ts'

const choices = {
  makes: ['Ford', 'Honda'],
  years: [2008, 2009],
  models: ['Accord', 'Civic'],
  engines: [{ key: '1.8-4', label: '1.8 L, 4 cylinders' }],
}

test('a form with open choices yields only the choices made', () => {
  expect(vehicleFromQuery(new URLSearchParams('make=Honda&year=2009&model=&engine='))).toEqual({
    make: 'Honda',
    year: 2009,
  })
  expect(vehicleFromQuery(new URLSearchParams('make=+&year=soon'))).toEqual({})
})

test('a vehicle survives a round trip through the URL', () => {
  const engine = { make: 'Land Rover', year: 2009, model: 'Range Rover & Sport', engine: '4.2-8' }
  expect(vehicleFromQuery(vehicleToQuery(engine))).toEqual(engine)
  expect(`${vehicleToQuery({ make: 'Honda', year: 2009 })}`).toBe('make=Honda&year=2009')
  expect(`${vehicleToQuery({})}`).toBe('')
})

test('a model of another make is dropped, with all choices after it', () => {
  const wanted = { make: 'Ford', year: 2009, model: 'Corolla', engine: '1.8-4' }
  expect(knownVehicle(wanted, choices)).toEqual({ make: 'Ford', year: 2009 })
})

test('a known vehicle stays as chosen', () => {
  const wanted = { make: 'Honda', year: 2009, model: 'Civic', engine: '1.8-4' }
  expect(knownVehicle(wanted, choices)).toEqual(wanted)
  expect(knownVehicle({ ...wanted, engine: '9.9-9' }, choices)).toEqual({
    make: 'Honda',
    year: 2009,
    model: 'Civic',
  })
})

test('a model stays while its year is open, unless it is unknown', () => {
  expect(knownVehicle({ make: 'Honda', model: 'Civic' }, choices)).toEqual({ make: 'Honda', model: 'Civic' })
  expect(knownVehicle({ make: 'Honda', model: 'Corolla' }, choices)).toEqual({ make: 'Honda' })
  expect(knownVehicle({ make: 'Honda', model: 'Civic', engine: '1.8-4' }, choices)).toEqual({
    make: 'Honda',
    model: 'Civic',
  })
  expect(knownVehicle({ make: 'Honda', year: 1999, model: 'Civic' }, choices)).toEqual({ make: 'Honda' })
})

test('an unknown make leaves nothing chosen', () => {
  expect(knownVehicle({ make: 'Nonesuch', year: 2009, model: 'Civic' }, choices)).toEqual({})
})

test('make, year and model are enough to evaluate a fit', () => {
  expect(isWholeVehicle({ make: 'Honda', year: 2009 })).toBe(false)
  expect(isWholeVehicle({ make: 'Honda', year: 2009, model: 'Civic' })).toBe(true)
})

test('a vehicle has a readable name', () => {
  const civic = { make: 'Honda', year: 2009, model: 'Civic' }
  expect(vehicleLabel(civic)).toBe('2009 Honda Civic')
  expect(vehicleLabel(civic, '1.8 L, 4 cylinders')).toBe('2009 Honda Civic, 1.8 L, 4 cylinders')
  expect(vehicleLabel({ make: 'Honda' })).toBe('Honda')
})

test('the finder asks for make, year, model and engine in this order', () => {
  expect(nextStep({})).toBe('make')
  expect(nextStep({ make: 'Honda' })).toBe('year')
  expect(nextStep({ make: 'Honda', year: 2009 })).toBe('model')
  expect(nextStep({ make: 'Honda', year: 2009, model: 'Civic' })).toBe('engine')
  expect(nextStep({ make: 'Honda', year: 2009, model: 'Civic', engine: '1.8-4' })).toBeNull()
})
