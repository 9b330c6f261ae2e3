import { expect, test } from 'vitest'
import type { ManagedReview } from '#domain/reviews/review.ts'
import { readReviewListView, reviewsInView } from './review-list.ts'

const review = (id: string, hidden: boolean): ManagedReview => ({
  _id: id,
  name: 'Mo',
  text: '',
  rating: 4,
  date: '2026-11-22T10:00:00.000Z',
  customerEmail: 'mo@example.com',
  hidden,
})
const view = (address: string) => readReviewListView(new URLSearchParams(address))
const reviews = [review('a', false), review('b', true), review('c', false)]
const ids = (address: string) => reviewsInView(reviews, view(address)).rows.map(({ _id }) => _id)

test('A filter drops reviews that no longer match, and shows no more than the page size', () => {
  expect(ids('')).toEqual(['a', 'b', 'c'])
  expect(ids('status=shown')).toEqual(['a', 'c'])
  expect(ids('status=hidden')).toEqual(['b'])
  expect(ids('status=shown&shown=1')).toEqual(['a'])
})

test('An invalid URL shows all reviews', () => {
  expect(view('status=loud&shown=-1&q=')).toEqual({ q: '', status: undefined, shown: 25 })
})
