import { expect, test } from 'vitest'
import { isReturnNumber, readReturnListView } from './return-list.ts'

test('What a scanner or a person types as the number of a return is one, and other searches are not', () => {
  for (const text of ['RT-1001', 'rt-1001', 'RT 1001', 'RT10010']) expect(isReturnNumber(text)).toBe(true)
  for (const text of ['RT-', 'RT-10', 'RT-1001 ', '1001', 'DL-10042', 'Art-1001', ''])
    expect(isReturnNumber(text)).toBe(false)
})

test('The list shows what is to do, unless its address names a state or all', () => {
  const stateOf = (query: string) => readReturnListView(new URLSearchParams(query)).state
  expect(stateOf('')).toBeUndefined()
  expect(stateOf('state=open')).toBeUndefined()
  expect(stateOf('state=received')).toBe('received')
  expect(stateOf('state=all')).toBe('all')
})
