import { afterEach, expect, test, vi } from 'vitest'
import {
  clearVehicle,
  LIST_PATHS,
  listForVehicle,
  myVehicleText,
  parseMyVehicle,
  saveVehicle,
} from './my-vehicle.ts'

afterEach(() => vi.unstubAllGlobals())

const civic = {
  vehicle: { make: 'Honda', year: 2009, model: 'Civic' },
  name: '2009 Honda Civic',
}

test.each([
  civic,
  { ...civic, vehicle: { ...civic.vehicle, engine: '1.8-4' }, name: '2009 Honda Civic, 1.8 L, 4 cylinders' },
  { vehicle: { make: 'A & B', year: 1999, model: 'C+D=E' }, name: 'A & B %20 “C”' },
])('a saved vehicle is restored: $name', (mine) => {
  expect(parseMyVehicle(myVehicleText(mine))).toEqual(mine)
})

test.each([
  null,
  '',
  'null',
  '{"make":"Honda"}',
  '%E0%A4%A',
  'make=Honda&year=2009&name=2009+Honda',
  'make=Honda&year=soon&model=Civic&name=Honda+Civic',
  'make=Honda&year=2009&model=Civic',
  'make=Honda&year=2009&model=Civic&name=++',
])('anything but a complete vehicle with a name is ignored: %s', (text) => {
  expect(parseMyVehicle(text)).toBeNull()
})

test('an overlong stored name is truncated', () => {
  const long = parseMyVehicle(myVehicleText({ ...civic, name: 'x'.repeat(5_000) }))
  expect(long?.name).toHaveLength(200)
})

test('without storage, or when it is denied, a vehicle is not saved and nothing throws', () => {
  const refused = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const storage of [undefined, { setItem: refused, removeItem: refused }]) {
    vi.stubGlobal('localStorage', storage)
    expect(() => saveVehicle(civic)).not.toThrow()
    expect(() => clearVehicle()).not.toThrow()
  }
})

test.each([
  ['/parts', '/parts?make=Honda&year=2009&model=Civic'],
  [
    '/parts?q=brake+pads&sort=price&page=3',
    '/parts?q=brake+pads&sort=price&make=Honda&year=2009&model=Civic',
  ],
  ['/parts?fit=all', '/parts?fit=all&make=Honda&year=2009&model=Civic'],
  ['/categories/brakes', '/categories/brakes?make=Honda&year=2009&model=Civic'],
  ['/brands/gripstone', '/brands/gripstone?make=Honda&year=2009&model=Civic'],
  ['/parts?make=Ford', null],
  ['/parts?make=', null],
  ['/parts/pads-dl1', null],
  ['/categories', null],
  ['/', null],
])('%s is opened for the saved vehicle as %s', (path, opened) => {
  const url = new URL(path, 'https://store.test')
  expect(listForVehicle(url, myVehicleText(civic), LIST_PATHS)).toBe(opened)
  for (const stored of [null, '', 'make=Honda&model=Civic&name=Civic'])
    expect(listForVehicle(url, stored, LIST_PATHS)).toBeNull()
})
