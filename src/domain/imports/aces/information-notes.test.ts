import { expect, test } from 'vitest'
import { isInformation } from './information-notes.ts'

test.each([
  'Located under the dash',
  'This filter is behind the glove box.',
  'FRONT LEFT',
  'Driver’s side; upper',
  'LH / RH',
  'Colour: black',
  'Qty 2 required',
  '4 pieces',
  'Set of 3',
  'Sold as a pair',
  '2 per vehicle',
  'Remove the cowl to access the filter',
  'Gasket and clips included',
  'Hardware not included',
  'carbon version',
  'Rear [outer]',
  'Front; 1 required, left',
  'Replace both sides at the same time',
  'See instructions',
  'Note: in the engine compartment',
  '  rear,\u00a0 right ',
])('"%s" only informs', (note) => expect(isInformation(note)).toBe(true))

test.each(
  [
    ['to 08/2011', 'thru 7-31-98', 'Built after 3/1/04', 'up to production date 12/2009', '2004-05'],
    ['from VIN 123456', 'VIN ending 004411', 'To serial # 88', 'Chassis #WDB210', 'up to ch. no. 5501'],
    ['Excl. Wagon', 'except SS', 'excluding hybrid', 'exc convertible', 'Not for export', 'does not fit AWD'],
    ['non-turbo', 'Rear only', 'Sedan only', 'Police only', '2WD', 'DOHC', 'Touring', 'Coupe', 'heavy duty'],
    ['equipped with ABS', 'use if rotor is 288mm', 'if equipped, behind the glove box', '288mm rotor'],
    [
      'Filter is behind the glove box, turbo only',
      'Front; w/o fog lamps',
      'Black. Exc. GT',
      'left hand drive',
    ],
    [
      'filter under hood of diesel',
      'front 4WD',
      '2 door',
      '2 axle',
      '2.4 liters',
      '4 cylinder',
      'Note: manual only',
    ],
    ['2 required for dual exhaust', 'Sold as a pair with ABS', 'Remove the cover on hybrids', 'in-tank'],
    ['nur Kombi', 'À PARTIR DE 2005', 'Передний привод', 'w/ battery in trunk', 'FRONT\u00a0ＯＮＬＹ'],
    ['Particulate filter', 'Right hand', 'Sensor in grille', 'Main relay in trunk', 'Module under dash'],
    ['', '.', ' ; ', 'rear '.repeat(200)],
  ].flat(),
)('"%s" is a condition', (note) => expect(isInformation(note)).toBe(false))
