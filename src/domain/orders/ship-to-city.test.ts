import { expect, test } from 'vitest'
import { shipToCity } from './ship-to-city.ts'

test.each([
  ['418 Sycamore Street, Springfield, IL 62701', 'Springfield, IL'],
  ['92 Orchard Lane, Apt 4B\nDayton, OH 45402-1234\nUnited States', 'Dayton, OH'],
  ['5 Hill Road, St. Paul, MN', 'St. Paul, MN'],
  ['1 Main Street', '1 Main Street'],
  ['Hauptstr. 5, 10115 Berlin', '10115 Berlin'],
  ['IL 62701', 'IL 62701'],
  [' , \n', ''],
])('of %j the list shows %j', (address, city) => {
  expect(shipToCity(address)).toBe(city)
})
