import { expect, test } from 'vitest'
import { orderFitText } from './fit-words.ts'

test('an order says for its vehicle what the part’s page said', () => {
  const vehicle = '2009 Honda Civic'
  const unlisted = 'This part isn’t listed for this vehicle'
  for (const [verdict, reason, text] of [
    ['fits', 'Fits', 'Fits the 2009 Honda Civic'],
    [
      'fits_if',
      'Fits if it has front-wheel drive. Position: front',
      'Fits the 2009 Honda Civic if it has front-wheel drive. Position: front',
    ],
    ['does_not_fit', unlisted, `Doesn’t fit the 2009 Honda Civic. ${unlisted}`],
    [
      'unknown',
      'No vehicles are listed',
      'We can’t confirm this fits the 2009 Honda Civic. No vehicles are listed',
    ],
  ] as const)
    expect(orderFitText({ vehicle, verdict, reason })).toBe(text)
})
