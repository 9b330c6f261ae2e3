import { expect, test } from 'vitest'
import { picturesInCell } from './plan-picture.server.ts'

test.each([
  ['', []],
  ['front.png', ['front.png']],
  ['front view.png', ['front view.png']],
  ['a.png, b c.png', ['a.png', 'b c.png']],
  ['a.png|b.png;c.png\nd.png | a.png', ['a.png', 'b.png', 'c.png', 'd.png']],
  ['/images/a.webp /images/b.webp', ['/images/a.webp', '/images/b.webp']],
  [
    'https://a.example/1.png, https://a.example/2.png',
    ['https://a.example/1.png', 'https://a.example/2.png'],
  ],
  ['https://a.example/w_1,h_2/a.png', ['https://a.example/w_1,h_2/a.png']],
  ['HTTPS://a.example/1.png,https://a.example/2.png', ['HTTPS://a.example/1.png', 'https://a.example/2.png']],
  ['side.png | https://a.example/1.png', ['side.png', 'https://a.example/1.png']],
])('the cell %j has the pictures %j', (cell, pictures) => {
  expect(picturesInCell(cell)).toEqual(pictures)
})
