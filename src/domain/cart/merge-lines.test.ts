import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from './cart-limits.ts'
import { addToLines, linesNotMerged, mergeLines, type StoredLine } from './merge-lines.ts'

const lines = fc.uniqueArray(
  fc.record({
    // Few, so that some are in both.
    productId: fc.integer({ min: 1, max: 150 }).map(String),
    quantity: fc.integer({ min: 1, max: MAX_LINE_QUANTITY }),
  }),
  { maxLength: MAX_CART_LINES, selector: ({ productId }) => productId },
)
const quantitiesOf = (some: readonly StoredLine[]) =>
  new Map(some.map(({ productId, quantity }) => [productId, quantity]))

test('a merge keeps every part of the account, with the quantities that the visitor chose', () => {
  fc.assert(
    fc.property(lines, lines, (account, visitor) => {
      const merged = quantitiesOf(mergeLines(account, visitor))
      const chosen = quantitiesOf(visitor)
      for (const { productId, quantity } of account)
        expect(merged.get(productId)).toBe(chosen.get(productId) ?? quantity)
      const all = new Set([...account, ...visitor].map(({ productId }) => productId))
      expect(merged.size, 'as many as fit').toBe(Math.min(MAX_CART_LINES, all.size))
      for (const [productId, quantity] of merged)
        if (chosen.has(productId)) expect(quantity).toBe(chosen.get(productId))
    }),
  )
})

test('a merge has each part once, and the same merge again changes nothing', () => {
  fc.assert(
    fc.property(lines, lines, (account, visitor) => {
      const merged = mergeLines(account, visitor)
      expect(quantitiesOf(merged).size).toBe(merged.length)
      expect(mergeLines(merged, visitor)).toEqual(merged)
    }),
  )
})

test('what another tab added or changed during a merge stays with the visitor, as what a full cart left out', () => {
  fc.assert(
    fc.property(lines, lines, lines, (account, sent, now) => {
      const cart = mergeLines(account, sent)
      const kept = linesNotMerged(now, sent, cart)
      const [before, after] = [quantitiesOf(sent), quantitiesOf(cart)]
      for (const line of now)
        if (before.get(line.productId) !== line.quantity || !after.has(line.productId))
          expect(kept).toContainEqual(line)
        else expect(kept).not.toContainEqual(line)
      if (cart.length < MAX_CART_LINES) expect(linesNotMerged(sent, sent, cart)).toEqual([])
    }),
  )
  const unknown = { productId: 'never a part', quantity: 1 }
  expect(linesNotMerged([unknown], [unknown], [])).toEqual([])
})

test('adding units changes one line, adds one or, in a full cart, none', () => {
  fc.assert(
    fc.property(lines, lines, (before, [line]) => {
      fc.pre(line !== undefined)
      const after = addToLines(before, line)
      const earlier = quantitiesOf(before).get(line.productId)
      if (earlier === undefined && before.length === MAX_CART_LINES) return expect(after).toBeNull()
      const others = (some: readonly StoredLine[] | null) =>
        some?.filter(({ productId }) => productId !== line.productId)
      expect(others(after)).toEqual(others(before))
      const quantity = Math.min(MAX_LINE_QUANTITY, (earlier ?? 0) + line.quantity)
      expect(after).toContainEqual({ productId: line.productId, quantity })
    }),
  )
})
