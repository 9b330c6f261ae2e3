import { expect, test } from 'vitest'
import { boundDiscovery } from './route-discovery.ts'

const ORIGIN = 'http://localhost:3000'
const pathsOf = (paths: string) => {
  const url = `${ORIGIN}/__manifest?version=1&paths=${encodeURIComponent(paths)}`
  const bounded = new URL(boundDiscovery(new Request(url)).url)
  expect(bounded.searchParams.get('version')).toBe('1')
  return bounded.searchParams.get('paths')?.split(',')
}

test('the links of a page are looked up, once per route', () => {
  const id = () => `/purchase-product/${crypto.randomUUID()}`
  expect(pathsOf(`/parts,${id()},${id()},/blogs/unit-tests,/dashboard/myOrders`)).toEqual([
    '/parts',
    '/purchase-product/id',
    '/blogs/unit-tests',
    '/dashboard/myOrders',
  ])
})

test('at most a hundred are looked up', () => {
  expect(pathsOf(Array.from({ length: 1_500 }, (_, n) => `/nowhere-${n}`).join(','))).toHaveLength(100)
})

test('paths that no page links to are not looked up', () => {
  expect(pathsOf(`/parts,/%zz,/a@b.example,//evil.example\\x,${'/a'.repeat(500)}`)).toEqual(['/parts'])
})

test('other requests pass unchanged', () => {
  const request = new Request(`${ORIGIN}/parts?paths=/a,/b`)
  expect(boundDiscovery(request)).toBe(request)
})
