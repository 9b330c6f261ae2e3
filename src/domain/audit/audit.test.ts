import { expect, test } from 'vitest'
import { actionsOf, actionLabels, AUDIT_KINDS, changedFacts } from './audit.ts'

test('every action has words, and belongs to one kind', () => {
  const all = AUDIT_KINDS.flatMap((kind) => actionsOf(kind))
  expect(new Set(all).size).toBe(all.length)
  for (const action of all) expect(actionLabels(action)).toMatch(/^[A-Z][a-z ,]+$/)
  expect(actionLabels('an_action_of_a_newer_store')).toBe('an action of a newer store')
})

test('a change reads as what it was before and after, and what stayed the same is left out', () => {
  expect(changedFacts({ before: { price: 10, minOrder: 2 }, after: { price: 12.5, minOrder: 2 } })).toEqual([
    { name: 'Price', before: '$10.00', after: '$12.50' },
  ])
  expect(changedFacts({ before: { available: 5 }, after: { available: 3, totalCents: 5100 } })).toEqual([
    { name: 'On the shelf', before: '5', after: '3' },
    { name: 'Total', before: null, after: '$51.00' },
  ])
  expect(changedFacts({ before: { paid: false, hold: 'held' }, after: { paid: true } })).toEqual([
    { name: 'Paid', before: 'no', after: 'yes' },
    { name: 'Pieces', before: 'held', after: null },
  ])
  expect(changedFacts({ before: { hold: 'held' }, after: { hold: 'released' } })).toEqual([
    { name: 'Pieces', before: 'held', after: 'back on the shelf' },
  ])
  expect(changedFacts({ before: { brand: '' }, after: { brand: 'Acme', about: 'changed' } })).toEqual([
    { name: 'Brand', before: 'none', after: 'Acme' },
    { name: 'Description', before: null, after: 'changed' },
  ])
  expect(changedFacts({})).toEqual([])
})
