import { expect, test } from 'vitest'
import { readVehiclesFile } from './import-vehicles.ts'

const lines = await readVehiclesFile()
const byModel = Map.groupBy(lines, ({ cells }) => `${cells.make} ${cells.model}`)

/** The engines of a year, as liters and cylinders. */
function enginesOf(model: string, year: number): string[] {
  const ofYear = (byModel.get(model) ?? []).filter(({ cells }) => Number(cells.year) === year)
  return [
    ...new Set(ofYear.map(({ cells }) => `${cells.displacement_l ?? 'x'}-${cells.cylinders ?? 'x'}`)),
  ].toSorted()
}

test.each<[model: string, first: number, last: number, engines: string]>([
  ['Ford F-250', 2000, 2002, '5.4-8 6.8-10 7.3-8'],
  ['Ford F-250', 2004, 2007, '5.4-8 6.0-8 6.8-10'],
  ['Ford F-250', 2008, 2010, '5.4-8 6.4-8 6.8-10'],
  ['Ford F-250', 2011, 2016, '6.2-8 6.7-8'],
  ['Ford F-250', 2020, 2022, '6.2-8 6.7-8 7.3-8'],
  ['Ford F-350', 1988, 1996, '4.9-6 5.8-8 7.3-8 7.5-8'],
  ['Ford F-350', 2023, 2026, '6.7-8 6.8-8 7.3-8'],
  ['Ford F-450', 2011, 2019, '6.7-8 6.8-10'],
  ['Ford F-550', 2004, 2007, '6.0-8 6.8-10'],
  ['Ford E-350', 2004, 2010, '5.4-8 6.0-8 6.8-10'],
  ['Ford Excursion', 2004, 2005, '5.4-8 6.0-8 6.8-10'],
  ['Ford Transit-250', 2015, 2019, '3.2-5 3.5-6 3.7-6'],
  ['Ford Transit-350', 2020, 2026, '3.5-6'],
  ['Chevrolet Silverado 2500 HD', 2001, 2006, '6.0-8 6.6-8 8.1-8'],
  ['Chevrolet Silverado 2500 HD', 2007, 2019, '6.0-8 6.6-8'],
  ['Chevrolet Silverado 2500 HD', 2020, 2026, '6.6-8'],
  ['Chevrolet Silverado 3500 HD', 2007, 2019, '6.0-8 6.6-8'],
  ['GMC Sierra 2500 HD', 2011, 2016, '6.0-8 6.6-8'],
  ['GMC Sierra 3500 HD', 2020, 2026, '6.6-8'],
  ['Chevrolet Express 2500', 2006, 2016, '4.8-8 6.0-8 6.6-8'],
  ['GMC Savana 3500', 2021, 2022, '2.8-4 4.3-6 6.6-8'],
  ['Chevrolet C3500', 1994, 2000, '5.7-8 6.5-8 7.4-8'],
  ['Dodge Ram 2500', 1997, 2002, '5.9-6 5.9-8 8.0-10'],
  ['Dodge Ram 2500', 2004, 2006, '5.7-8 5.9-6'],
  ['Dodge Ram 3500', 2008, 2012, '5.7-8 6.7-6'],
  ['Ram 2500', 2014, 2018, '5.7-8 6.4-8 6.7-6'],
  ['Ram 3500', 2019, 2026, '6.4-8 6.7-6'],
  ['Ram 5500', 2014, 2024, '6.4-8 6.7-6'],
  ['Ram ProMaster 2500', 2019, 2026, '3.6-6'],
  ['Dodge Sprinter 2500', 2007, 2009, '3.0-6 3.5-6'],
  ['Mercedes-Benz Sprinter 3500', 2010, 2013, '3.0-6'],
  ['Nissan NV2500', 2012, 2021, '4.0-6 5.6-8'],
  ['Nissan Titan XD', 2016, 2019, '5.0-8 5.6-8'],
  ['Hummer H2', 2008, 2009, '6.2-8'],
])('the %s of %i to %i had the engines %s', (model, first, last, engines) => {
  for (let year = first; year <= last; year += 1) expect(enginesOf(model, year)).toEqual(engines.split(' '))
})

test('no heavy truck is listed outside of the years in which it was made', () => {
  const yearsOf = (model: string) => (byModel.get(model) ?? []).map(({ cells }) => Number(cells.year))
  expect(Math.min(...yearsOf('Chevrolet Silverado 2500 HD'))).toBe(2001)
  expect(Math.max(...yearsOf('Chevrolet Silverado 3500'))).toBe(2006)
  expect(Math.min(...yearsOf('Ram 2500'))).toBe(2013)
  expect(Math.max(...yearsOf('Ford Excursion'))).toBe(2005)
  expect(Math.max(...yearsOf('Nissan NV3500'))).toBe(2021)
})
