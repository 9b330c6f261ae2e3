import { expect, test } from 'vitest'
import { partsPath, readProductSearch, sortsOf } from './parts-url.ts'

const read = (query: string) => readProductSearch(new URLSearchParams(query))

test('a URL without a query is the first page of all products, in the default order', () => {
  expect(read('')).toEqual({
    q: '',
    category: '',
    brand: '',
    price: '',
    stock: '',
    position: '',
    sort: 'best',
    page: 1,
    vehicle: {},
    fit: '',
    view: '',
  })
})

test('invalid parameters are ignored', () => {
  const odd = read('page=-2&sort=cheapest&q=%00&year=soon')
  expect(odd).toEqual(read(''))
  expect(read('page=2.5').page).toBe(1)
})

test('a search survives a round trip through the URL', () => {
  const path =
    '/parts?make=Honda&year=2009&model=Civic&q=brake+pads&category=Brakes&fit=all&sort=-price&page=2'
  expect(partsPath(read(path.slice(path.indexOf('?'))), { page: 2 })).toBe(path)
})

test('the default order is best match, even when a form sends it', () => {
  expect(read('q=strut&sort=best').sort).toBe('best')
  expect(partsPath(read('q=strut&sort=best'))).toBe('/parts?q=strut')
  expect(partsPath(read('q=strut&sort=newest'))).toBe('/parts?q=strut&sort=newest')
})

test('changing a filter returns to the first page', () => {
  const search = read('category=Brakes&page=3')
  expect(partsPath(search, { brand: 'Gripstone' })).toBe('/parts?category=Brakes&brand=Gripstone')
  expect(partsPath(search, { category: '' })).toBe('/parts')
})

test('without words the newest parts come first, and there is no best match to choose', () => {
  const chosen = (query: string) => sortsOf(read(query)).filter(({ isChosen }) => isChosen)
  expect(sortsOf(read('')).map(({ label }) => label)).toEqual([
    'Newest',
    'Lowest price',
    'Highest price',
    'Name',
  ])
  for (const query of ['', 'sort=newest', 'sort=best'])
    expect(chosen(query)).toMatchObject([{ label: 'Newest' }])
  expect(chosen('q=strut')).toMatchObject([{ label: 'Best match' }])
  expect(chosen('q=strut&sort=newest')).toMatchObject([{ label: 'Newest' }])
})
