import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AddReviewInput, EXCERPT_LENGTH, reviewExcerpt } from './review.ts'

const characters = (text: string) =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length

describe('a review in the carousel', () => {
  test('shows 150 characters, then an ellipsis', () => {
    expect(EXCERPT_LENGTH).toBe(150)
    expect(reviewExcerpt('x'.repeat(150))).toBe('x'.repeat(150))
    expect(reviewExcerpt('x'.repeat(151))).toBe(`${'x'.repeat(150)}…`)
    expect(reviewExcerpt('')).toBe('')
  })

  test('is never cut within a grapheme', () => {
    const family = '👩‍👩‍👧‍👦'
    expect(reviewExcerpt(family.repeat(151))).toBe(`${family.repeat(150)}…`)
    expect(reviewExcerpt('e\u0301'.repeat(200))).toBe(`${'e\u0301'.repeat(150)}…`)
  })

  test('has no space before the ellipsis', () => {
    expect(reviewExcerpt(`${'x'.repeat(149)} and more`)).toBe(`${'x'.repeat(149)}…`)
  })

  test('shows the complete text or its beginning', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const shown = reviewExcerpt(text)
        if (characters(text) <= 150) expect(shown).toBe(text)
        else {
          expect(shown.endsWith('…')).toBe(true)
          expect(text.startsWith(shown.slice(0, -1))).toBe(true)
          expect(characters(shown)).toBeLessThanOrEqual(151)
        }
      }),
    )
  })
})

test('a review needs a rating, not a text', () => {
  expect(AddReviewInput.parse({ rating: 3 })).toEqual({ rating: 3, text: '' })
  for (const rating of [0, 6, 2.5, '3.5', '3 ', null, undefined])
    expect(AddReviewInput.safeParse({ rating }).error?.issues[0]?.message).toBe('Choose 1 to 5 stars')
})
