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
const loaded = [review('a', false), review('b', false), review('c', false)]
const ids = (address: string, reviews = loaded) =>
  reviewsInView(loaded, reviews, view(address)).rows.map(({ _id }) => _id)

test('A review that was hidden leaves a filter, and no more than the page size are shown', () => {
  const changed = [review('a', false), review('b', true), review('c', false)]
  expect(ids('', changed)).toEqual(['a', 'b', 'c'])
  expect(ids('status=shown', changed)).toEqual(['a', 'c'])
  expect(ids('status=shown&shown=1', changed)).toEqual(['a'])
})

test('The present reviews stay while those of another filter load', () => {
  expect(ids('status=hidden')).toEqual(['a', 'b', 'c'])
})

test('An invalid URL shows all reviews', () => {
  expect(view('status=loud&shown=-1&q=')).toEqual({ q: '', status: undefined, shown: 25 })
})
