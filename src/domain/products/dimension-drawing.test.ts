import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { drawDimensions } from './dimension-drawing.ts'
import { dimensionsOf } from './part-dimensions.ts'
import type { ShownSpecification } from './specification.ts'

type Point = readonly [x: number, y: number]
type Box = { text: string; left: number; right: number; top: number; bottom: number }

const fact = (name: string, value: string, unit = 'mm'): ShownSpecification => ({ name, unit, value })
const disc = (diameter: string, thickness: string, ...others: ShownSpecification[]) => [
  fact('Diameter', diameter),
  fact('Thickness', thickness),
  ...others,
]
const boltsOf = (text: string) => fact('Bolt pattern', text, '')
const box = (text: string, unit = 'mm') => [fact('Dimensions', text, unit)]

/** The drawing's labels, and points on all of its other lines. Throws for text that is not XML. */
function read(svg: string): { title: string; labels: Box[]; points: Point[] } {
  const labels: Box[] = []
  const points: Point[] = []
  let title = ''
  const open: Record<string, string>[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    open.push(attributes)
    const number = (key: string) => Number(attributes[key])
    const [x, y, width, height] = [number('x'), number('y'), number('width'), number('height')]
    if (name === 'circle')
      for (let angle = 0; angle < 2 * Math.PI; angle += 0.02)
        points.push([
          number('cx') + number('r') * Math.cos(angle),
          number('cy') + number('r') * Math.sin(angle),
        ])
    if (name === 'rect' && attributes.x !== undefined)
      points.push(
        ...between([x, y], [x + width, y]),
        ...between([x, y + height], [x + width, y + height]),
        ...between([x, y], [x, y + height]),
        ...between([x + width, y], [x + width, y + height]),
      )
    if (name === 'path' && !attributes['stroke-width']) points.push(...pointsOf(attributes.d ?? ''))
  })
  parser.on('closetag', () => void open.pop())
  parser.on('text', (text) => {
    const at = open.at(-1)
    if (at?.x === undefined) title += open.length === 2 ? text.trim() : ''
    else {
      const size = Number(open.findLast((one) => one['font-size'] !== undefined)?.['font-size'])
      expect(size).toBeGreaterThanOrEqual(30)
      const width = text.length * size * 0.6
      const left = Number(at.x) - (at['text-anchor'] === 'middle' ? width / 2 : 0)
      const [top, bottom] = [Number(at.y) - 0.75 * size, Number(at.y) + 0.05 * size]
      labels.push({ text, left, right: left + width, top, bottom })
    }
  })
  parser.write(svg).close()
  return { title, labels, points }
}

function between([x1, y1]: Point, [x2, y2]: Point): Point[] {
  const steps = Math.max(1, Math.ceil(Math.hypot(x2 - x1, y2 - y1) / 2))
  return Array.from({ length: steps + 1 }, (_, at) => [
    x1 + ((x2 - x1) * at) / steps,
    y1 + ((y2 - y1) * at) / steps,
  ])
}

/** Points on the lines of a path of M, L, H and z. */
function pointsOf(path: string): Point[] {
  let from: Point = [0, 0]
  return [...path.matchAll(/([MLH])(-?[\d.]+)(?: (-?[\d.]+))?/g)].flatMap(([, command, x, y]) => {
    const to: Point = [Number(x), y === undefined ? from[1] : Number(y)]
    const points = command === 'M' ? [to] : between(from, to)
    from = to
    return points
  })
}

const holds = ({ left, right, top, bottom }: Box, [x, y]: Point) =>
  x > left && x < right && y > top && y < bottom
const overlaps = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
const SHEET: Box = { text: '', left: 0, right: 960, top: 0, bottom: 720 }

const PARTS: readonly [string, readonly ShownSpecification[], readonly string[]][] = [
  [
    'a brake disc',
    disc('282', '25', boltsOf('5 × 114.3'), fact('Center bore', '64.1')),
    ['Ø 282', '25', '5 × 114.3', 'Ø 64.1', 'DIMENSIONS IN MM'],
  ],
  ['a disc', disc('280', '25'), ['Ø 280', '25', 'DIMENSIONS IN MM']],
  ['a disc in inches', [fact('Diameter', '11.02', 'in'), boltsOf('5 × 4.5')], ['Ø 11.02 in.', '5 × 4.5 in.']],
  ['a leaf', disc('400', '1'), ['Ø 400', '1', 'DIMENSIONS IN MM']],
  [
    'a leaf with long labels',
    disc('4999.99', '1', boltsOf('12 × 180.125 in.'), fact('Center bore', '179.125', 'in.')),
    ['Ø 4999.99 mm', '1 mm', '12 × 180.125 in.', 'Ø 179.125 in.'],
  ],
  [
    'a disc with long labels',
    [fact('Diameter', '4999.99'), boltsOf('12 × 180.125 in.'), fact('Center bore', '179.125', 'in.')],
    ['Ø 4999.99 mm', '12 × 180.125 in.', 'Ø 179.125 in.'],
  ],
  [
    'a rod',
    disc('1.00001', '4999.99', boltsOf('12 × .0333 in.'), fact('Center bore', '.01111', 'in.')),
    ['Ø 1.00001 mm', '4999.99 mm', '12 × 0.0333 in.', 'Ø 0.01111 in.'],
  ],
  ['a can', [fact('Diameter', '65'), fact('Height', '75')], ['Ø 65', '75', 'DIMENSIONS IN MM']],
  ['a mast', [fact('Diameter', '0.01'), fact('Height', '5000')], ['Ø 0.01', '5000', 'DIMENSIONS IN MM']],
  [
    'a plate',
    [fact('Diameter', '4999.99', 'mm'), fact('Height', '0.125', 'in.')],
    ['Ø 4999.99 mm', '0.125 in.'],
  ],
  ['a damper', [fact('Diameter', '50'), fact('Length', '480')], ['Ø 50', '480', 'DIMENSIONS IN MM']],
  ['a battery', box('207 × 175 × 190'), ['207', '175', '190', 'DIMENSIONS IN MM']],
  ['an air filter', box('233 × 165 × 45'), ['233', '165', '45', 'DIMENSIONS IN MM']],
  [
    'a core',
    [fact('Core size', '470 × 726'), fact('Core thickness', '26')],
    ['470', '726', '26', 'DIMENSIONS IN MM'],
  ],
  ['a bar', box('1000 × 20 × 20'), ['1000', '20', '20', 'DIMENSIONS IN MM']],
  ['a post', box('0.01 × 0.01 × 5000'), ['0.01', '0.01', '5000', 'DIMENSIONS IN MM']],
  ['a band', box('1111.11 × 1000 × 0.01'), ['1111.11', '1000', '0.01', 'DIMENSIONS IN MM']],
  ['a needle', box('196.125 × .00101 × .00101', 'in.'), ['196.125 in.', '0.00101 in.', '0.00101 in.']],
  ['a wall', box('196.125 × 101.125 × 101.126', 'in.'), ['196.125 in.', '101.125 in.', '101.126 in.']],
  ['a cross beam', box('0.00112 × 196.125 × 101.125', 'in.'), ['0.00112 in.', '196.125 in.', '101.125 in.']],
  ['a cross bar', box('0.00112 × 196.125 × 0.00112', 'in.'), ['0.00112 in.', '196.125 in.', '0.00112 in.']],
]

test.each(PARTS)(
  'The drawing of %s has its labels, apart from each other and all lines',
  (_, facts, texts) => {
    const dimensions = dimensionsOf(facts)
    if (!dimensions) throw new Error('no dimensions')
    const { labels, points } = read(drawDimensions(dimensions, { title: 'Part' }))
    expect(labels.map(({ text }) => text).toSorted()).toEqual(texts.toSorted())
    for (const [at, label] of labels.entries()) {
      expect(labels.slice(at + 1).filter((other) => overlaps(label, other))).toEqual([])
      expect(
        points.filter((point) => holds(label, point)),
        label.text,
      ).toEqual([])
      for (const corner of [
        [label.left, label.top],
        [label.right, label.bottom],
      ] as const)
        expect(holds(SHEET, corner), label.text).toBe(true)
    }
    expect(points.length).toBeGreaterThan(500)
    expect(points.filter((point) => !holds(SHEET, point))).toEqual([])
  },
)

test('all views are in one scale', () => {
  const dimensions = dimensionsOf(disc('300', '30', fact('Center bore', '60')))
  const svg = dimensions && drawDimensions(dimensions, { title: 'Disc' })
  const radii = [...(svg ?? '').matchAll(/ r="([\d.]+)"/g)].map(([, radius]) => Number(radius))
  const [outside = NaN, bore = NaN] = radii
  expect(radii).toHaveLength(2)
  expect(outside / bore).toBeCloseTo(5, 1)
  const [, width, height] =
    /<rect x="[\d.]+" y="[\d.]+" width="([\d.]+)" height="([\d.]+)"\/><\/g>\n<path/.exec(svg ?? '') ?? []
  expect(Number(height)).toBeCloseTo(outside * 2, 0)
  expect(Number(height) / Number(width)).toBeCloseTo(10, 0)
})

test('the title is text, whatever a part is called', () => {
  const dimensions = dimensionsOf(disc('300', '30'))
  if (!dimensions) throw new Error('no dimensions')
  const title = '</title><script>alert(1)</script> & "Rotor" \u0001'
  const svg = drawDimensions(dimensions, { title })
  expect(svg).not.toContain('<script')
  expect(read(svg).title).toBe('</title><script>alert(1)</script> & "Rotor"')
})
