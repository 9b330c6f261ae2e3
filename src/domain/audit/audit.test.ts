import { expect, test } from 'vitest'
import { actionsOf, actionLabel, AUDIT_KINDS, changedFacts } from './audit.ts'
import type { Change } from './record-change.server.ts'

test('every action has a label and belongs to one kind', () => {
  const all = AUDIT_KINDS.flatMap((kind) => actionsOf(kind))
  expect(new Set(all).size).toBe(all.length)
  for (const action of all) expect(actionLabel(action)).toMatch(/^[A-Z][a-z ,-]+$/)
  expect(actionLabel('an_action_of_a_newer_store')).toBe('an action of a newer store')
})

test('a change shows the values before and after, without unchanged fields', () => {
  expect(changedFacts({ before: { price: 10, minOrder: 2 }, after: { price: 12.5, minOrder: 2 } })).toEqual([
    { name: 'Price', before: '$10.00', after: '$12.50' },
  ])
  expect(changedFacts({ before: { available: 5 }, after: { available: 3, totalCents: 5100 } })).toEqual([
    { name: 'In stock', before: '5', after: '3' },
    { name: 'Total', before: null, after: '$51.00' },
  ])
  expect(changedFacts({ before: { paid: false, hold: 'held' }, after: { paid: true } })).toEqual([
    { name: 'Paid', before: 'no', after: 'yes' },
    { name: 'Stock', before: 'held', after: null },
  ])
  expect(changedFacts({ before: { hold: 'held' }, after: { hold: 'released' } })).toEqual([
    { name: 'Stock', before: 'held', after: 'available again' },
  ])
  expect(changedFacts({ before: { brand: '' }, after: { brand: 'Acme', about: 'changed' } })).toEqual([
    { name: 'Brand', before: 'none', after: 'Acme' },
    { name: 'Description', before: null, after: 'changed' },
  ])
  expect(changedFacts({})).toEqual([])
})

/** Never called: `npm run check` fails when an invalid change compiles. */
export function onlyCompiled(): Change[] {
  const change = <A extends Change['action']>(given: Change<A>) => given
  const hidden = Math.random() > 0.5
  return [
    change({ actorId: null, action: 'place_order', subject: 'order:1' }),
    change({ actorId: null, action: 'difference_amount', subject: 'intent:pi_1' }),
    change({ actorId: null, action: hidden ? 'hide_review' : 'show_review', subject: 'review:1' }),
    // @ts-expect-error no such action
    change({ actorId: null, action: 'palce_order', subject: 'order:1' }),
    // @ts-expect-error no such subject
    change({ actorId: null, action: 'place_order', subject: 'ordr:1' }),
    // @ts-expect-error orders cannot be promoted
    change({ actorId: null, action: 'promote', subject: 'order:1' }),
    // @ts-expect-error a subject needs its kind
    change({ actorId: null, action: 'promote', subject: '1' }),
  ]
}
