import { expect, test } from 'vitest'
import { dimensionsOf } from './part-dimensions.ts'

/** "Diameter/mm/280, Thickness/mm/25" as specifications. */
const facts = (text: string) =>
  text.split(', ').map((fact) => {
    const [name = '', unit = '', ...value] = fact.split('/')
    return { name, unit, value: value.join('/') }
  })
const mm = (value: string) => ({ mm: Number(value), value, unit: 'mm' })
const inches = (value: string) => ({ mm: Number(value) * 25.4, value, unit: 'in.' })
const box = (unit: typeof mm | typeof inches, ...[l = '', w = '', h = '']: string[]) => ({
  shape: 'box',
  length: unit(l),
  width: unit(w),
  height: unit(h),
})

test.each([
  ['Diameter/mm/280, Thickness/mm/25', { shape: 'disc', diameter: mm('280'), thickness: mm('25') }],
  [
    'Material//Iron, DIAMETER/mm/282.0, Thickness/mm/25, Bolt pattern//5 × 114.3, Center bore/mm/64.1',
    {
      shape: 'disc',
      diameter: mm('282'),
      thickness: mm('25'),
      bolts: { count: 5, circle: mm('114.3') },
      bore: mm('64.1'),
    },
  ],
  [
    'Outside diameter/inches/11, Lug Pattern//5x4.5',
    { shape: 'disc', diameter: inches('11'), bolts: { count: 5, circle: inches('4.5') } },
  ],
  // A circle or a bore outside of the disc is of something else.
  [
    'Diameter/mm/100, Thickness/mm/5, Bolt pattern//5 × 114.3, Center bore/mm/120',
    { shape: 'disc', diameter: mm('100'), thickness: mm('5') },
  ],
  [
    'Diameter/mm/300, Bolt pattern//5 × 100, Center bore/mm/110',
    { shape: 'disc', diameter: mm('300'), bolts: { count: 5, circle: mm('100') } },
  ],
  [
    'Thread//3/4-16 UNF, Diameter/mm/65, Height/mm/75',
    { shape: 'cylinder', diameter: mm('65'), length: mm('75'), standing: true },
  ],
  [
    'Diameter//2 in, Overall length/cm/50',
    {
      shape: 'cylinder',
      diameter: inches('2'),
      length: { mm: 500, value: '50', unit: 'cm' },
      standing: false,
    },
  ],
  ['Dimensions/mm/207 × 175 × 190', box(mm, '207', '175', '190')],
  ['Dimensions//10.5 x 6.8X.5 in.', box(inches, '10.5', '6.8', '0.5')],
  ['Length/mm/300, Width/mm/100, Height/mm/50', box(mm, '300', '100', '50')],
  ['Core size/mm/470 × 726, Core thickness/mm/26', box(mm, '470', '26', '726')],
  ['Diameter/kg/3, Height/mm/75, Size/mm/1 × 2 × 3', box(mm, '1', '2', '3')],
])('of a part with %s a drawing is made', (text, dimensions) => {
  expect(dimensionsOf(facts(text))).toEqual(dimensions)
})

test.each([
  'Material//Ceramic',
  'Thickness/mm/16.8, Position//Front',
  'Disc diameter/mm/212, Splines//24',
  'Diameter//280, Thickness/mm/25',
  'Diameter/mm/300 cm, Thickness/mm/25',
  'Diameter/psi/280, Thickness/mm/25',
  'Diameter/mm/0, Thickness/mm/25',
  'Diameter/mm/.0000001, Thickness/mm/25',
  'Diameter/mm/-280, Thickness/mm/25',
  'Diameter/mm/5001, Thickness/mm/25',
  'Diameter/cm/501, Thickness/mm/25',
  'Diameter/mm/280.12345, Thickness/mm/25',
  'Diameter/mm/1e3, Thickness/mm/25',
  'Diameter/mm/NaN, Thickness/mm/25',
  'Diameter/mm/1.2.3, Thickness/mm/25',
  'Diameter/mm/280 or 300, Thickness/mm/25',
  'Diameter/mm/280, Bolt pattern//5 × 100/114.3',
  'Diameter/mm/280, Bolt pattern//99 × 100',
  'Size/in./17 × 7, Bolt pattern//5 × 114.3, Center bore/mm/67.1',
  'Dimensions/mm/207 × 175',
  'Dimensions/mm/207 × 175 × 190 × 3',
  'Dimensions/mm/L 207 × W 175 × H 190',
  'Dimensions//207 × 175 × 190',
  'Length/mm/300, Width/mm/100',
  'Core size/mm/470 × 726',
])('of a part with %s no drawing is made', (text) => {
  expect(dimensionsOf(facts(text))).toBeNull()
})
