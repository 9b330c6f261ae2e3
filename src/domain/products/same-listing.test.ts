import { expect, test } from 'vitest'
import { sameListing } from './same-listing.ts'

test('a brand of the content is that of the parts in any case and punctuation', () => {
  const brands = ['Pike & Marlow', 'Škoda', 'Acme'].map((name) => ({ name }))
  const of = (name: string, slug: string) => sameListing({ name, slug }, brands)?.name
  expect(of('Pike & Marlow', 'pike-marlow')).toBe('Pike & Marlow')
  expect(of('PIKE-MARLOW', 'pike-marlow')).toBe('Pike & Marlow')
  expect(of('ŠKODA', 'skoda')).toBe('Škoda')
  expect(of('Acme Filters', 'acme-filters')).toBeUndefined()
})
