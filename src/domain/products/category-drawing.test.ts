import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as paths from '#paths.ts'
import { CATEGORY_DRAWINGS, pictureOrDrawing } from './category-drawing.ts'

test.each([
  ['Brakes', 'brakes'],
  ['BRAKE PADS & ROTORS', 'brakes'],
  ['Brake Light Bulbs', 'lighting'],
  ['Engine', 'engine'],
  ['Electrical', 'electrical'],
  ['Batteries', 'electrical'],
  ['Suspension', 'suspension'],
  ['Coil Springs', 'suspension'],
  ['Coils and Wires', 'ignition'],
  ['Filters', 'filters'],
  ['Fuel Filters', 'filters'],
  ['Fuel', 'fuel'],
  ['Ignition', 'ignition'],
  ['Lighting', 'lighting'],
  ['Cooling', 'cooling'],
  ['Drivetrain', 'drivetrain'],
  ['CV-Axles', 'drivetrain'],
  ['Belts and Hoses', 'belts'],
  ['Timing Belts', 'belts'],
  ['Wheels', 'wheels'],
])('A part of %s without a picture is shown as the drawing of %s', (category, drawing) => {
  expect(pictureOrDrawing({ picture: '', category })).toBe(paths.noPictureOf(drawing))
})

test.each([undefined, '', '  ', 'Tools', 'Delight', 'Övriga delar', 'Sealed'])(
  'A category that says nothing (%s) has the general drawing',
  (category) => expect(pictureOrDrawing({ picture: '', category })).toBe(paths.noPicture),
)

test('A picture of its own is shown', () => {
  expect(pictureOrDrawing({ picture: '/images/a.webp', category: 'Brakes' })).toBe('/images/a.webp')
})

test('Every drawing is a file, and every such file a drawing', () => {
  const files = readdirSync(path.join(import.meta.dirname, '../../../public'))
  expect(files.filter((file) => file.startsWith('no-picture-')).toSorted()).toEqual(
    CATEGORY_DRAWINGS.map((drawing) => paths.noPictureOf(drawing).slice(1)).toSorted(),
  )
})
