import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readVehiclesFile } from '#server/seed/vehicles/import-vehicles.ts'
import { vehicleLabel } from './chosen-vehicle.ts'
import { type NamedModel, readVehicleWords, indexVehicleNames } from './read-vehicle-words.ts'
import type { Engine } from './vehicle.ts'

const lines = await readVehiclesFile()
const models = [...Map.groupBy(lines, ({ cells }) => `${cells.make}\t${cells.model}`).values()].map(
  (rows): NamedModel => {
    const engines = Map.groupBy(rows, ({ cells }) => Number(cells.year))
    const { make = '', model = '' } = rows[0]?.cells ?? {}
    const engineOf = ({ cells }: (typeof rows)[number]): Engine => ({
      displacementL: cells.displacement_l ?? null,
      cylinders: cells.cylinders === undefined ? null : Number(cells.cylinders),
    })
    const distinct = (of: typeof rows) => [
      ...new Map(of.map(engineOf).map((each) => [JSON.stringify(each), each])).values(),
    ]
    return {
      make,
      model,
      variants: [...new Set(rows.flatMap(({ cells }) => cells.variant ?? []))],
      years: new Map([...engines].map(([year, of]) => [year, distinct(of)])),
    }
  },
)
const names = indexVehicleNames(models)
/** Words that also occur on parts. */
const partWords = new Set([
  'air',
  'fit',
  'element',
  'spark',
  'charger',
  'ram',
  'mini',
  'edge',
  'pilot',
  'van',
  'truck',
  'eagle',
  'focus',
  '2006-2011',
  '06-11',
])

/** "2012 Honda Civic [1.8-4] | brake pads". */
function read(text: string, isWord?: (word: string) => boolean): string {
  const { vehicle, rest } = readVehicleWords(text, names, isWord)
  return [vehicleLabel(vehicle) + (vehicle.engine ? ` [${vehicle.engine}]` : ''), rest].join(' | ')
}

test.each([
  ['2012 honda civic 1.8 brake pads', '2012 Honda Civic [1.8-4] | brake pads'],
  ['brake pads for 2010 camry', '2010 Toyota Camry | brake pads for'],
  ["'12 civic", '2012 Honda Civic | '],
  ['’98 accord v6 starter', '1998 Honda Accord [3.0-6] | starter'],
  ['12 civic', '2012 Honda Civic | '],
  ['08 civic brake pads', '2008 Honda Civic | brake pads'],
  ['brake pads 99 f-150', '1999 Ford F-150 | brake pads'],
  ['civic 08 pads', '2008 Honda Civic | pads'],
  ['chevy malibu 06', '2006 Chevrolet Malibu | '],
  // Not years: the model was not built then, or the digits are a size or part of a name.
  ['84 rav4', 'Toyota RAV4 | 84'],
  ['civic 15 in rim', 'Honda Civic | 15 in rim'],
  ['08 brake pads civic', 'Honda Civic | 08 brake pads'],
  ['saab 93 turbo', 'Saab 9-3 | turbo'],
  ['2012 civic 08', '2012 Honda Civic | 08'],
  ['bimmer 328i', 'BMW 3 Series | '],
  ['subie outback', 'Subaru Outback | '],
  ['98 vette', '1998 Chevrolet Corvette | '],
  ['5.3 silverado oil filter', 'Chevrolet Silverado 1500 | 5.3 oil filter'],
  ['15 sierra 5.3', '2015 GMC Sierra 1500 [5.3-8] | '],
  ['silverado ev 2025', '2025 Chevrolet Silverado EV | '],
  ['civic 2012', '2012 Honda Civic | '],
  ['2012 2013 civic', 'Honda Civic | 2012 2013'],
  // Several years: the model must have been built in some of them, and no single year is chosen.
  ['2005-2010 honda civic', 'Honda Civic | '],
  ['2005 - 2010 Honda Civic brake pads', 'Honda Civic | brake pads'],
  ['civic 2005–10 1.8 brake pads', 'Honda Civic | 1.8 brake pads'],
  ['2005 to 2010 civic', 'Honda Civic | '],
  ['05-10 civic', 'Honda Civic | '],
  ['brake pads civic 05-10', 'Honda Civic | brake pads'],
  ['civic 98-02', 'Honda Civic | 98-02'],
  ['10-40 oil civic', 'Honda Civic | 10-40 oil'],
  ['2010-2005 civic', 'Honda Civic | 2010-2005'],
  ['2003-2008 ram 1500', 'Dodge Ram 1500 | '],
  ['1999-2003 silverado 2500', 'Chevrolet Silverado 2500 | '],
  ['1985-1990 tesla model 3', ' | 1985-1990 tesla model 3'],
  ['2005-2010', ' | 2005-2010'],
  ['focus rs', 'Ford Focus | rs'],
  ['ram 1500', 'Ram 1500 | '],
  ['2015 ram 1500 5.7 hemi', '2015 Ram 1500 [5.7-8] | hemi'],
  ['2005 ram 1500', '2005 Dodge Ram 1500 | '],
  ['2005 dodge ram 1500', '2005 Dodge Ram 1500 | '],
  ['2014 dodge ram 1500', '2014 Ram 1500 | '],
  ['3 series', 'BMW 3 Series | '],
  ['2003 bmw 325i oil filter', '2003 BMW 3 Series | oil filter'],
  ['f 150', 'Ford F-150 | '],
  ['F150', 'Ford F-150 | '],
  ['2004 ford f-150 5.4 l plugs', '2004 Ford F-150 [5.4-8] | plugs'],
  ['c10 2.0', 'Chevrolet C10 | 2.0'],
  ['chevy silverado 1500 2003 5.3', '2003 Chevrolet Silverado 1500 [5.3-8] | '],
  ['2003 chevy silverado', '2003 Chevrolet Silverado 1500 | '],
  ['chevy', 'Chevrolet | '],
  ['vw golf tdi', 'Volkswagen Golf | tdi'],
  ['merc c300', 'Mercedes-Benz C-Class | '],
  ['mercedes benz e class 2010', '2010 Mercedes-Benz E-Class | '],
  ['2010 Mercedes-Benz C-Class 3.5', '2010 Mercedes-Benz C-Class [3.5-6] | '],
  ['mazda3 2011', '2011 Mazda 3 | '],
  ['2011 mazda 3 2.5l', '2011 Mazda 3 [2.5-4] | '],
  ['3 2011', ' | 3 2011'],
  ['range rover sport 2012', '2012 Land Rover Range Rover Sport | '],
  ['land rover discovery', 'Land Rover Discovery | '],
  ['jeep grand cherokee 4.7', 'Jeep Grand Cherokee | 4.7'],
  ['2004 grand cherokee v8 water pump', '2004 Jeep Grand Cherokee [4.7-8] | water pump'],
  ['2004 dodge grand caravan', '2004 Dodge Caravan/Grand Caravan | '],
  ['2010 town & country', '2010 Chrysler Town and Country | '],
  ['town & country 2008', '2008 Chrysler Town and Country/Voyager/Grand Voyager | '],
  ['1990 colt', ' | 1990 colt'],
  ['2016 civic 2.0 air filter', '2016 Honda Civic [2.0-4] | air filter'],
  ['1995 tesla model 3', ' | 1995 tesla model 3'],
  ['2019 tesla model 3', '2019 Tesla Model 3 | '],
  ['porsche 911 turbo 1996', '1996 Porsche 911 | turbo'],
  ['911 turbo', ' | 911 turbo'],
  ['2500', ' | 2500'],
  ['f250 brake pads', 'Ford F-250 | brake pads'],
  ['2012 f-250 super duty 6.7 glow plug', '2012 Ford F-250 [6.7-8] | glow plug'],
  ['2006 ford f350 sd', '2006 Ford F-350 | '],
  ['2015 silverado 2500', '2015 Chevrolet Silverado 2500 HD | '],
  ['silverado 2500 rotor', 'Chevrolet Silverado 2500 HD | rotor'],
  ['2003 silverado 2500', '2003 Chevrolet Silverado 2500 | '],
  ['2000 silverado 2500', '2000 Chevrolet Silverado 2500 | '],
  ['2015 silverado 2500hd 6.6', '2015 Chevrolet Silverado 2500 HD [6.6-8] | '],
  ['gmc sierra 3500', 'GMC Sierra 3500 HD | '],
  ['ram 3500', 'Ram 3500 | '],
  ['2014 ram 2500 6.4 plugs', '2014 Ram 2500 [6.4-8] | plugs'],
  ['2008 dodge ram 3500 6.7', '2008 Dodge Ram 3500 [6.7-6] | '],
  ['econoline 350', 'Ford E-350 | '],
  ['2016 transit 250', '2016 Ford Transit-250 | '],
  ['2015 mercedes sprinter 2500', '2015 Mercedes-Benz Sprinter 2500 | '],
  ['brake pads', ' | brake pads'],
  ['DL-BRK-1042', ' | DL-BRK-1042'],
  ['', ' | '],
])('%s', (text, expected) => {
  expect(read(text)).toBe(expected)
})

test.each([
  ['spark plug', ' | spark plug'],
  ['battery charger', ' | battery charger'],
  ['ram air intake', ' | ram air intake'],
  ['mini bulb', ' | mini bulb'],
  ['element fit edge', ' | element fit edge'],
  ['honda fit air filter', 'Honda Fit | air filter'],
  ['2010 honda element', '2010 Honda Element | '],
  ['ram 1500 brake pads', 'Ram 1500 | brake pads'],
  ['mini cooper', 'MINI Cooper | '],
  ['brake pads civic', 'Honda Civic | brake pads'],
  ['2006-2011 civic', 'Honda Civic | 2006-2011'],
  ['06-11 civic', 'Honda Civic | 06-11'],
])('in a search for parts: %s', (text, expected) => {
  expect(read(text, (word) => partWords.has(word))).toBe(expected)
})

test('each typed word is used once or returned', () => {
  const word = fc.oneof(
    fc.constantFrom(
      '2012',
      "'12",
      '05-10',
      'honda',
      'civic',
      '1.8',
      'ram',
      '1500',
      'v6',
      'land',
      'rover',
      'l',
      '/',
      '3',
    ),
    fc.string({ maxLength: 8 }),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      const text = words.join(' ')
      const { vehicle, rest } = readVehicleWords(text, names)
      const known = models.find(({ make, model }) => make === vehicle.make && model === vehicle.model)
      if (vehicle.model) expect(known).toBeDefined()
      if (known && vehicle.year) expect(known.years.has(vehicle.year)).toBe(true)
      expect(rest.length).toBeLessThanOrEqual(text.normalize('NFKC').replaceAll('&', ' and ').length)
    }),
    { numRuns: 300 },
  )
})
