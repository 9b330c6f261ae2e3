// Long because every kind of public page has the same checks: content, URLs, caching and data for crawlers.

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listingSlug } from '#domain/products/listing-slug.ts'
import { type Fitment, UNQUALIFIED } from '#domain/vehicles/fitment.ts'
import * as paths from '#paths.ts'
import { createPages } from '#server/pages.ts'
import { addProduct, PICTURE } from '../support/add-product.ts'
import { order } from '../support/orders.ts'
import { RAISED_LIMITS } from '../support/raised-limits.ts'
import { readMetrics } from '../support/read-metrics.ts'
import { startLoad } from '../support/steady-load.ts'
import { openSecondStore, openTestStore, type TestStore } from '../support/test-store.ts'
import { type User, signIn } from '../support/users.ts'

// Pages that everyone can see without scripts: parts, categories, brands, and what search engines read.

const ROOT = path.join(import.meta.dirname, '../..')

let store: TestStore
let admin: User
let customer: User
beforeAll(async () => {
  await promisify(execFile)(process.execPath, [path.join(ROOT, 'tools/setup/prepare.mjs'), 'build'])
  store = await openTestStore({ METRICS_PORT: '0' }, createPages)
  ;[admin, customer] = await Promise.all([signIn(store, { admin: true }), signIn(store)])
}, 180_000)
afterAll(() => store.close())

const stock = (given: Parameters<typeof addProduct>[1]) => addProduct(store, given)
async function get(
  address: string,
): Promise<{ status: number; to: string | null; html: string; text: string }> {
  const response = await fetch(store.url + address, { redirect: 'manual', headers: { accept: 'text/html' } })
  const html = await response.text()
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
  const text = main
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
  return { status: response.status, to: response.headers.get('location'), html, text }
}
const jsonLdOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')

const civic: Fitment = {
  ...UNQUALIFIED,
  make: 'Honda',
  model: 'Civic',
  variant: null,
  yearFrom: 2006,
  yearTo: 2011,
  engine: '1.8-4',
}
const fit: Fitment = { ...civic, model: 'Fit', yearFrom: 2009, yearTo: 2009, engine: null }

describe('the page of a part', () => {
  test('has all details of the part in its HTML', async () => {
    const { at } = await stock({
      name: 'Ceramic Pads <b>&',
      about: 'Low dust.\nFull axle set.',
      brand: 'Gripstone',
      category: 'Brakes',
      partNumber: 'DL-BRK-1042',
      fits: [civic, fit],
    })
    const { status, html, text } = await get(at)
    expect(status).toBe(200)
    for (const expected of [
      'Ceramic Pads &lt;b&gt;&amp;',
      'Gripstone',
      'DL-BRK-1042',
      '$38.90',
      'per piece',
      'In stock',
      '84 pieces',
    ])
      expect(text).toContain(expected)
    for (const expected of [
      '2 pieces',
      'Low dust.',
      '2006–2011 Honda Civic, 1.8 L, 4 cylinders',
      '2009 Honda Fit',
      'Log in to order',
    ])
      expect(text).toContain(expected)
    expect(html).toContain(`<link rel="canonical" href="${store.url}${at}"/>`)
    expect(html).toContain('href="/categories/brakes"')
    expect(html).toContain('href="/brands/gripstone"')
  })

  test('shows the price before the sale, as do cards, structured data and the feed', async () => {
    const given = {
      name: 'Sale Rotor',
      brand: 'Seller',
      category: 'Sales',
      price: 40,
      listPrice: 50,
      minOrder: 1,
    }
    const { id, at } = await stock(given)
    const page = await get(at)
    expect(page.text).toContain('Was $50.00, now $40.00 $50.00')
    expect(page.html).toMatch(/<s aria-hidden="true"[^>]*>\$50.00<\/s>/)
    expect((await get('/categories/sales')).text).toContain('Was $50.00, now $40.00')
    const described = JSON.stringify(jsonLdOf(page.html))
    expect(described).toContain('"price":"40.00"')
    expect(described).toContain(
      '"priceSpecification":{"@type":"UnitPriceSpecification","priceType":"https://schema.org/StrikethroughPrice","price":"50.00","priceCurrency":"USD"}',
    )
    const item = async () =>
      (await get('/feeds/products.xml')).html.split('<item>').find((one) => one.includes(id)) ?? ''
    expect(await item()).toContain('<g:price>50.00 USD</g:price><g:sale_price>40.00 USD</g:sale_price>')
    await admin.call('PATCH', `/product/${id}/price`, { price: 50, was: 40 })
    expect((await get(at)).text).not.toContain('Was ')
    expect(await item()).toContain('<g:price>50.00 USD</g:price>')
    expect(await item()).not.toContain('sale_price')
  })

  test.each([
    ['pieces', {}, '4 pieces for $50.00', '<g:unit_pricing_measure>4 ct</g:unit_pricing_measure>'],
    ['sets', { unit: 'set of 2' }, '4 sets for $50.00', 'minimum order 4 sets of 2'],
    ['sold-out parts', { available: 3 }, '4 pieces for $50.00', '<g:availability>out_of_stock'],
    // 3 × 4.35 is 13.049999999999999.
    ['odd cents', { price: 4.35, listPrice: 8.7, minOrder: 3 }, '3 pieces for $13.05', '>26.10 USD<'],
  ])(
    'and feed and structured data state the price of the smallest order, for %s',
    async (_, given, shown, stated) => {
      const sold = { price: 12.5, minOrder: 4, available: 40, ...given }
      const { id, at } = await stock({ name: 'Wheel Bolts', brand: 'Fixer', category: 'Bolts', ...sold })
      const { html, text } = await get(at)
      expect(text).toContain(shown)
      const total = (sold.price * sold.minOrder).toFixed(2)
      const described = JSON.stringify(jsonLdOf(html))
      expect(described).toContain(`"price":"${total}"`)
      expect(described).toContain(`"minValue":${sold.minOrder}`)
      const item = (await get('/feeds/products.xml')).html.split('<item>').find((one) => one.includes(id))
      expect(item).toContain(`${total} USD`)
      expect(item).not.toContain(`>${sold.price.toFixed(2)} USD`)
      expect(item).toContain(stated)
    },
  )

  test('and structured data and the feed have its condition, GTIN, specifications and replaced numbers', async () => {
    const category = 'Rotors & Drums'
    await admin.call('PUT', '/specifications', {
      category,
      fields: [{ name: 'Thickness', unit: 'mm', type: 'number' }],
      was: [],
    })
    const [field] = (await admin.call('GET', `/specifications?category=${encodeURIComponent(category)}`)).body
    const { id, at } = await stock({
      name: 'Fact Rotor',
      brand: '',
      category,
      condition: 'remanufactured',
      gtin: '036000291452',
      oldNumbers: 'FR-1',
      specifications: [{ field: field._id, value: '25' }],
    })
    const { html, text } = await get(at)
    for (const shown of ['25 mm', 'Remanufactured', 'FR-1']) expect(text).toContain(shown)
    const described = JSON.stringify(jsonLdOf(html))
    for (const stated of [
      '"itemCondition":"https://schema.org/RefurbishedCondition"',
      '"gtin":"036000291452"',
      '"name":"Thickness","value":"25","unitText":"mm"',
    ])
      expect(described).toContain(stated)
    const item = (await get(paths.feed)).html.split('<item>').find((one) => one.includes(id))
    for (const stated of [
      '<g:condition>refurbished</g:condition>',
      '<g:gtin>036000291452</g:gtin>',
      '<g:product_detail><g:attribute_name>Thickness</g:attribute_name><g:attribute_value>25 mm</g:attribute_value></g:product_detail>',
    ])
      expect(item).toContain(stated)
    // A GTIN identifies the part without a brand.
    expect(item).not.toContain('identifier_exists')
  })

  test('says its core deposit, weight and limits of shipping and returns, which structured data and the feed have', async () => {
    const { id, at } = await stock({
      name: 'Boxed Battery',
      price: 200,
      minOrder: 2,
      weightGrams: 1134,
      dangerous: true,
      coreDeposit: 18,
      returnable: false,
      bin: 'SECRET-7',
    })
    const { html, text } = await get(at)
    for (const shown of [
      '+ $18.00 core deposit , refunded when you send back the old part within 180 days',
      'Ships by ground only. This part cannot be returned.',
      'Shipping weight 2.5 lb',
    ])
      expect(text).toContain(shown)
    expect(html).not.toContain('SECRET-7')
    const described = JSON.stringify(jsonLdOf(html))
    expect(described).toContain('"weight":{"@type":"QuantitativeValue","value":2.5,"unitCode":"LBR"}')
    expect(described).toContain('"returnPolicyCategory":"https://schema.org/MerchantReturnNotPermitted"')
    const item = (await get(paths.feed)).html.split('<item>').find((one) => one.includes(id))
    // Of the smallest order, as the price is.
    expect(item).toContain('<g:shipping_weight>5 lb</g:shipping_weight>')

    const other = await stock({ name: 'Plain Bolt' })
    expect((await get(other.at)).text).not.toMatch(/core deposit|ground only|cannot be returned|weight/)
    const others = (await get(paths.feed)).html.split('<item>').find((one) => one.includes(other.id))
    expect(others).not.toContain('shipping_weight')
  })

  test('shows all pictures, which structured data and the feed have too', async () => {
    const urls = ['a', 'b', 'c'].map((digit) => `/images/${digit.repeat(32)}-60x48.webp`)
    const { id, at } = await stock({ name: 'Caliper with views' })
    await store.db
      .updateTable('products')
      .set({ picture: urls[0] ?? '', more_pictures: urls.slice(1).join(' ') })
      .where('id', '=', id)
      .execute()
    const { html } = await get(at)
    for (const url of urls) expect(html).toContain(url.replace('.webp', '-'))
    const image = /"image":(?<urls>\[[^\]]*\])/.exec(html)?.groups?.['urls'] ?? '[]'
    expect(JSON.parse(image)).toEqual(urls.map((url) => store.url + url))
    const item = (await get(paths.feed)).html.split('<item>').find((one) => one.includes(id))
    expect(item).toContain(`<g:image_link>${store.url}${urls[0]}</g:image_link>`)
    for (const url of urls.slice(1))
      expect(item).toContain(`<g:additional_image_link>${store.url}${url}</g:additional_image_link>`)
  })

  test('shows a drawing for a part without a picture, of which search engines and shopping sites get none', async () => {
    const { id, at } = await stock({ name: 'Blank Bracket', category: 'Blank Brakes', picture: '' })
    const { html } = await get(at)
    expect(html).toContain(`src="${paths.noPictureOf('brakes')}"`)
    expect((await get('/categories/blank-brakes')).html).toContain(`src="${paths.noPictureOf('brakes')}"`)
    expect(html).toContain('alt="No picture yet"')
    expect(html).not.toContain('Enlarge the picture')
    expect(JSON.stringify(jsonLdOf(html))).not.toContain('"image"')
    expect(/<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? '').not.toContain('no-picture')
    const item = (await get(paths.feed)).html.split('<item>').find((one) => one.includes(id))
    expect(item).toContain('<g:title>Blank Bracket')
    expect(item).not.toContain('image_link')
    const drawing = await fetch(store.url + paths.noPictureOf('brakes'))
    expect([drawing.status, drawing.headers.get('content-type')]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
    ])
  })

  test('shows a drawing of stated dimensions as second picture, which only the page has', async () => {
    const category = 'Drawn Rotors'
    await admin.call('PUT', '/specifications', {
      category,
      fields: ['Diameter', 'Thickness'].map((name) => ({ name, unit: 'mm', type: 'number' })),
      was: [],
    })
    const fields = (await admin.call('GET', `/specifications?category=${encodeURIComponent(category)}`)).body
    const valuesOf = (...values: string[]) => values.map((value, at) => ({ field: fields[at]._id, value }))
    const { id, at } = await stock({
      name: 'Drawn <Rotor>',
      category,
      specifications: valuesOf('281', '26'),
      morePictures: 'https://pictures.test/side.webp',
    })
    const drawing = paths.partDrawing({ slug: at.split('/').at(-1) ?? '' })
    const page = await get(at)
    const links = [...page.html.matchAll(/<a href="([^"]*)"[^>]*aria-label="Picture \d"/g)].map(
      ([, to]) => to,
    )
    expect(links).toEqual([expect.stringContaining('/images/'), drawing, 'https://pictures.test/side.webp'])
    expect(page.html).toContain('alt="Drawn &lt;Rotor&gt;, picture 1 of 3"')
    const addresses = ['/', '/parts?q=Drawn', '/categories/drawn-rotors', paths.feed, '/sitemaps/parts-1.xml']
    for (const address of addresses) expect((await get(address)).html, address).not.toContain('drawing.svg')
    expect(JSON.stringify(jsonLdOf(page.html))).not.toContain('drawing.svg')
    expect(/<meta property="og:image" content="([^"]*)"/.exec(page.html)?.[1]).toContain('/images/')

    const response = await fetch(store.url + drawing)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': expect.stringContaining(`default-src 'none'`),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    })
    const svg = await response.text()
    for (const shown of ['<title>Drawn &lt;Rotor&gt;, drawing with dimensions</title>', '>Ø 281<', '>26<'])
      expect(svg).toContain(shown)
    const { _id: _, available: __, ...product } = (await admin.call('GET', `/product/${id}`)).body
    const edit = async (specifications: object[]) =>
      expect((await admin.call('PUT', `/product/${id}`, { ...product, specifications })).status).toBe(200)
    await edit(valuesOf('302', '26'))
    expect((await get(drawing)).html).toContain('>Ø 302<')
    await edit(valuesOf('302'))
    expect((await get(drawing)).status).toBe(404)
    expect((await get(at)).html).not.toContain('drawing.svg')
  })

  test('keeps the drawing of a part’s dimensions from those who may not see the part', async () => {
    const category = 'Drawn Cans'
    await admin.call('PUT', '/specifications', {
      category,
      fields: [{ name: 'Size', unit: 'mm', type: 'text' }],
      was: [],
    })
    const [field] = (await admin.call('GET', `/specifications?category=${encodeURIComponent(category)}`)).body
    const { id, at } = await stock({
      name: 'Drawn Can',
      category,
      picture: '',
      specifications: [{ field: field._id, value: '20 × 30 × 40' }],
    })
    const drawing = paths.partDrawing({ slug: at.split('/').at(-1) ?? '' })
    const { html } = await get(at)
    // It follows the drawing that stands in for a picture.
    for (const shown of ['alt="No picture yet"', 'aria-label="Picture 2"', drawing])
      expect(html).toContain(shown)
    expect(JSON.stringify(jsonLdOf(html))).not.toContain('"image"')
    expect((await get(drawing)).status).toBe(200)
    await admin.call('PATCH', `/product/${id}/hidden`, { hidden: true })
    expect(await get(drawing)).toMatchObject({ status: 404, html: '' })
    await admin.call('PATCH', `/product/${id}/hidden`, { hidden: false })
    const { _id: _, available: __, ...product } = (await admin.call('GET', `/product/${id}`)).body
    await admin.call('PUT', `/product/${id}`, { ...product, name: 'Renamed Can' })
    const { to, status } = await get(drawing)
    expect([status, to]).toEqual([301, expect.stringMatching(/^\/parts\/renamed-can\S*\/drawing\.svg$/)])
    expect((await get(to ?? '')).html).toContain('<title>Renamed Can, drawing')
    expect((await get('/parts/no-such-part/drawing.svg')).status).toBe(404)
    await admin.call('DELETE', `/product/${id}`)
    expect((await get(to ?? '')).status).toBe(404)
  })

  test('is a 404 immediately after the part is hidden, and all lists omit it', async () => {
    const { id, at } = await stock({ name: 'Winch Drum', brand: 'Hider', category: 'Winches', fits: [fit] })
    const second = await stock({ name: 'Winch Rope', category: 'Winches', fits: [fit] })
    const places = [
      '/',
      '/parts?q=Winch',
      '/categories/winches',
      second.at,
      '/sitemaps/parts-1.xml',
      '/feeds/products.xml',
    ]
    const shows = async (address: string) => (await get(address)).html.includes(at)
    const shown = async () => Promise.all(places.map(shows))
    const publish = (hidden: boolean) => admin.call('PATCH', `/product/${id}/hidden`, { hidden })
    expect(await shown()).toEqual(places.map(() => true))
    expect((await get('/brands/hider')).status).toBe(200)
    await publish(true)
    expect(await shown()).toEqual(places.map(() => false))
    const missing = await get(at)
    expect(missing.status).toBe(404)
    expect(missing.html).not.toContain('Winch Drum')
    expect((await get('/brands/hider')).status).toBe(404)
    await publish(false)
    expect(await shown()).toEqual(places.map(() => true))
    expect((await get(at)).status).toBe(200)
  })

  test('shows every change of stock, price and name immediately, although it is cached', async () => {
    const { id, at } = await stock({ name: 'Fresh', available: 9, minOrder: 1 })
    expect((await get(at)).text).toContain('9 pieces')
    await order(customer, id, 4)
    expect((await get(at)).text).toContain('5 pieces')
    await admin.call('PATCH', `/product/${id}/price`, { price: 40, was: 38.9 })
    expect((await get(at)).text).toContain('$40.00')
    await order(customer, id, 5)
    const soldOut = await get(at)
    expect(soldOut.text).toContain('Sold out')
    expect(soldOut.html).not.toContain(`/purchase-product/${id}`)
    expect(soldOut.text).not.toMatch(/Place Order|Log in to order/)
  })

  test('redirects from older names and other spellings', async () => {
    const { id, at } = await stock({ name: 'Before', partNumber: 'M-1' })
    const values = {
      picture: PICTURE,
      name: 'After',
      about: 'x',
      price: 38.9,
      minOrder: 2,
      partNumber: 'M-1',
    }
    expect((await admin.call('PUT', `/product/${id}`, values)).status).toBe(200)
    expect(await get(at)).toMatchObject({ status: 301, to: '/parts/after-m1' })
    expect(await get('/parts/After-M1')).toMatchObject({ status: 301, to: '/parts/after-m1' })
    expect(await get('/parts/after-m1?vehicles=7')).toMatchObject({ status: 302, to: '/parts/after-m1' })
    for (const page of ['0', '-1', '1.5', 'x', '99999999999'])
      expect((await get(`/parts/after-m1?vehicles=${page}`)).status, page).toBe(200)
  })

  test('shows many vehicles page by page, each once', async () => {
    const fits = Array.from({ length: 60 }, (_, at) => ({ ...fit, yearFrom: 1950 + at, yearTo: 1950 + at }))
    const { at } = await stock({ name: 'For many', fits })
    const lines = (html: string) =>
      [...html.matchAll(/<li[^>]*><a[^>]*>(\d{4} Honda Fit)</g)].map(([, line]) => line)
    const pages = await Promise.all([1, 2, 3].map((page) => get(`${at}?vehicles=${page}`)))
    expect(pages.map(({ html }) => lines(html).length)).toEqual([24, 24, 12])
    expect(new Set(pages.flatMap(({ html }) => lines(html))).size).toBe(60)
  })

  test('lists other parts of its category, those for the same model first, and never itself', async () => {
    const at = (model: string) => [{ ...fit, model }]
    const shelf = { category: 'Related', minOrder: 1 }
    const { at: address } = await stock({ ...shelf, name: 'Shown', fits: at('Pilot') })
    for (let n = 0; n < 5; n += 1) await stock({ ...shelf, name: `Other ${n}`, fits: at('Jazz') })
    await stock({ ...shelf, name: 'Same model', fits: at('Pilot'), available: 0 })
    await stock({ ...shelf, name: 'Other shelf', category: 'Elsewhere', fits: at('Pilot') })
    const { html } = await get(address)
    const names = [...html.matchAll(/<h3[^>]*><a[^>]*>([^<]+)<\/a><\/h3>/g)].map(([, name]) => name)
    expect(names).toHaveLength(4)
    expect(names[0]).toBe('Same model')
    expect(names).not.toContain('Shown')
    expect(names).not.toContain('Other shelf')
  })

  test('is a helpful 410 for a deleted part, and a 404 for an unknown one', async () => {
    const { id, at } = await stock({ name: 'Gone part', category: 'Leaving <Us>' })
    expect((await admin.call('DELETE', `/product/${id}`)).status).toBe(200)
    const deletedPage = await get(at)
    expect(deletedPage.status).toBe(410)
    expect(deletedPage.text).toContain('Gone part')
    expect(deletedPage.html).toContain('href="/categories/leaving-us"')
    expect(deletedPage.html).toMatch(/<form[^>]*role="search"/)
    for (const unknown of [
      'no-such-part',
      'x'.repeat(300),
      '%F0%9F%9A%97',
      "'%20or%201=1",
      '..%5c',
      `a${'-'.repeat(180)}`,
    ]) {
      const response = await get(`/parts/${unknown}`)
      expect(response.status, unknown).toBe(404)
      expect(response.html).toMatch(/<form[^>]*role="search"/)
    }
  })

  test('describes itself to search engines in the words of schema.org', async () => {
    const { id, at } = await stock({
      name: 'Described </script>',
      about: 'Text "with" quotes',
      brand: 'Gripstone',
      category: 'Brakes',
      partNumber: 'LD-1',
      fits: [civic, fit],
      available: 1,
    })
    const { html } = await get(at)
    const described = jsonLdOf(html)
    expect(described['@graph'][0]).toMatchObject({
      '@type': 'Product',
      name: 'Described </script>',
      sku: 'LD-1',
      mpn: 'LD-1',
      brand: { name: 'Gripstone' },
      offers: {
        price: '77.80',
        priceCurrency: 'USD',
        availability: 'https://schema.org/OutOfStock',
        url: store.url + at,
      },
      isAccessoryOrSparePartFor: [
        {
          '@type': 'Vehicle',
          name: '2006–2011 Honda Civic, 1.8 L, 4 cylinders',
          vehicleModelDate: '2006/2011',
        },
        { '@type': 'Vehicle', name: '2009 Honda Fit', vehicleModelDate: '2009' },
      ],
    })
    expect(described['@graph'][1].itemListElement).toMatchObject([
      { name: 'Parts', item: `${store.url}/parts` },
      { name: 'Brakes', item: `${store.url}/categories/brakes` },
      { name: 'Described </script>', item: store.url + at },
    ])
    const list = jsonLdOf((await get('/categories/brakes')).html)
    await expectSchemaOrg(described, list)
    await expect(
      expectSchemaOrg({ ...described, '@graph': [{ '@type': 'Product', nmae: id }] }),
    ).rejects.toThrow('nmae')
  })
})

/** Expects documents that schema.org's types accept, as TypeScript has them in schema-dts. */
async function expectSchemaOrg(...documents: object[]): Promise<void> {
  const folder = await mkdtemp(path.join(ROOT, 'node_modules/.schema-'))
  try {
    const file = path.join(folder, 'documents.ts')
    const typed = documents.map((one, at) => `export const document${at}: Graph = ${JSON.stringify(one)}`)
    await writeFile(file, `import type { Graph } from 'schema-dts'\n${typed.join('\n')}\n`)
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc')
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--module', 'nodenext', file]
    await promisify(execFile)(process.execPath, [tsc, ...options]).catch((error: { stdout: string }) => {
      throw new Error(error.stdout)
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('a page has one canonical URL, with or without a trailing slash', async () => {
  for (const at of ['/', '/cars', '/categories', '/contactUs'])
    for (const requested of [at, at === '/' ? '/?x=1' : `${at}/`])
      expect((await get(requested)).html, requested).toContain(
        `<link rel="canonical" href="${store.url}${at}"/>`,
      )
})

test('a list that is searched, filtered or sorted names the plain list as its canonical URL', async () => {
  for (let n = 0; n < 25; n += 1)
    await stock({ name: 'Plain gasket', category: 'Gaskets & Seals', brand: 'Sealco' })
  for (const [query, canonical] of [
    ['', '/parts'],
    ['page=2', '/parts?page=2'],
    ['q=gasket', '/parts'],
    ['q=gasket&page=2', '/parts'],
    ['sort=-price', '/parts'],
    ['stock=in&price=0-25', '/parts'],
    ['brand=Sealco&sort=name', '/brands/sealco'],
    ['category=Gaskets+%26+Seals&brand=Sealco&stock=in&sort=price&page=2', '/categories/gaskets-seals'],
    ['utm_source=mail&gclid=1', '/parts'],
  ] as const) {
    const { status, html } = await get(`/parts?${query}`)
    expect(status, query).toBe(200)
    expect(html, query).toContain(`<link rel="canonical" href="${store.url}${canonical}"/>`)
    expect((await get(canonical)).status, canonical).toBe(200)
  }
})

describe('the page of a category or brand', () => {
  test('links the brands with the most parts', async () => {
    const brands = Array.from({ length: 24 }, (_, n) => `Cable brand ${n}`)
    for (const brand of [...brands, 'Zeta', 'Zeta']) await stock({ name: 'Cable', category: 'Cables', brand })
    const { html } = await get('/categories/cables')
    expect(html).toContain('brand=Zeta')
    expect(html.match(/brand=Cable\+brand/g)).toHaveLength(24)
  })

  test('lists its parts in a chosen order, page by page, and is found in every spelling', async () => {
    for (let n = 0; n < 30; n += 1)
      await stock({ name: `Paged ${n}`, category: 'Nuts & Bolts', brand: 'Ünal', price: 100 - n })
    expect(await get('/categories/nuts-bolts?sort=price&page=2')).toMatchObject({
      status: 302,
      to: '/parts?category=Nuts+%26+Bolts&sort=price&page=2',
    })
    const sorted = (await get('/parts?category=Nuts+%26+Bolts&sort=price')).text
    expect(sorted.indexOf('Paged 29')).toBeLessThan(sorted.indexOf('Paged 28'))
    const first = await get('/categories/nuts-bolts')
    expect(first.text).toContain('30 parts')
    expect(first.text).toContain('1–24 of 30')
    expect(first.html).toContain(`<link rel="canonical" href="${store.url}/categories/nuts-bolts"/>`)
    expect((await get('/categories/nuts-bolts?page=2')).text).toContain('25–30 of 30')
    for (const [requested, location] of [
      ['/categories/Nuts%20%26%20Bolts', '/categories/nuts-bolts'],
      ['/categories/NUTS--bolts?page=2', '/categories/nuts-bolts?page=2'],
      ['/brands/%C3%BCnal', '/brands/unal'],
    ] as const)
      expect(await get(requested)).toMatchObject({ status: 301, to: location })
    expect(await get('/categories/nuts-bolts?page=9')).toMatchObject({
      status: 302,
      to: '/categories/nuts-bolts?page=2',
    })
    // The router ignores case, and decodes percent-encoding.
    for (const brand of ['/brands/unal', '/BRANDS/unal', '/%62rands/unal', '/br%61nds/unal/'])
      expect((await get(brand)).html, brand).toContain('<title>Ünal parts')
    for (const brands of ['/Brands', '/%62rands'])
      expect((await get(brands)).html, brands).toContain('<title>Brands')
    for (const none of ['/brands/none', '/%42RANDS/none'])
      expect((await get(none)).text, none).toContain('No such brand')
    expect((await get('/categories')).html).toContain('href="/categories/nuts-bolts"')
    expect((await get('/brands')).text).toContain('Ünal')
  })

  test('is found even if its name has no Latin letter, or differs from another only in case', async () => {
    await stock({ name: 'Disc', category: 'ブレーキ' })
    const address = `/categories/${encodeURIComponent('ブレーキ')}`
    expect((await get('/categories')).html).toContain(`href="${address}"`)
    expect(await get(address)).toMatchObject({ status: 200 })
    for (const name of ['ブレーキ パッド', 'Тормоза.', '..', 'ö/50% ?#', '/\\', '½'.repeat(100)]) {
      await stock({ name: 'Odd', category: name })
      const link = `href="/parts?${new URLSearchParams({ category: name })}"`
      const found = await fetch(store.url + paths.listing('category', listingSlug(name)))
      expect(found.status, name).toBe(200)
      expect(await found.text(), name).toContain(link)
      const canonical = new URL(found.url).pathname
      expect((await get(canonical)).status, canonical).toBe(200)
      expect((await get('/categories')).html).toContain(`href="${canonical}"`)
    }
    await stock({ name: 'A', category: 'Wipers' })
    await stock({ name: 'B', category: 'Wipers' })
    await stock({ name: 'C', category: 'WIPERS' })
    const { text, html } = await get('/categories/wipers')
    expect(text).toContain('2 parts')
    expect(html).toContain('href="/parts?category=WIPERS"')
  })

  test('is a helpful 404 when none of its parts is on sale', async () => {
    const { id } = await stock({ name: 'Last', category: 'Short lived' })
    expect((await get('/categories/short-lived')).status).toBe(200)
    await admin.call('DELETE', `/product/${id}`)
    for (const address of [
      '/categories/short-lived',
      '/brands/none',
      '/categories/%E0',
      `/brands/${'y'.repeat(300)}`,
    ]) {
      const response = await get(address)
      expect([400, 404], address).toContain(response.status)
    }
    expect((await get('/categories/short-lived')).html).toMatch(/<form[^>]*role="search"/)
  })
})

describe('the login page', () => {
  test('names only the part that the visitor wants to order', async () => {
    const { id, at } = await stock({ name: 'Wanted <part>' })
    const from = (address: string) => get(`/login?${new URLSearchParams({ from: address })}`)
    const response = await from(`/purchase-product/${id}`)
    expect(response.text).toContain('Log in to order')
    expect(response.text).toContain('Wanted &lt;part&gt;')
    expect(response.html).toContain(`href="${at}"`)
    for (const other of [
      '/',
      '/dashboard',
      '/purchase-product/nothing',
      `//evil.test/purchase-product/${id}`,
      `/purchase-product/${crypto.randomUUID()}`,
    ])
      expect((await from(other)).text, other).toContain('Log in to order, pay and track your parts.')
    await admin.call('DELETE', `/product/${id}`)
    expect((await from(`/purchase-product/${id}`)).text).toContain(
      'Log in to order, pay and track your parts.',
    )
  })
})

test('24 visitors who search without a pause, each time for something else, are all served', async () => {
  // As from 24 addresses.
  const searched = await openSecondStore(store, RAISED_LIMITS, createPages)
  try {
    const load = startLoad(searched.url, 24, (i) => ({
      method: 'GET',
      path: `/parts?q=${['brake', 'rotor', 'filter', 'strut'][i % 4]}&min=${1 + (i % 9)}&max=${500 + i}`,
      right: [200],
    }))
    await vi.waitFor(() => expect(load.responses()).toBeGreaterThan(24 * 10), { timeout: 120_000 })
    expect((await load.end()).failed).toEqual([])
  } finally {
    await searched.close()
  }
})

test('HEAD returns the status and headers of GET, without a body', async () => {
  const { at } = await stock({ name: 'Asked about', category: 'Heads', brand: 'Headline' })
  for (const address of [
    at,
    at.toUpperCase(),
    '/parts/none-such',
    '/categories',
    '/categories/heads',
    '/brands/headline',
    '/sitemap.xml',
    '/sitemaps/parts-1.xml',
    '/sitemaps/none.xml',
    '/feeds/products.xml',
  ]) {
    const [headResponse, getResponse] = await Promise.all(
      ['HEAD', 'GET'].map((method) => fetch(store.url + address, { method, redirect: 'manual' })),
    )
    expect(await headResponse?.text(), address).toBe('')
    for (const name of ['content-type', 'cache-control', 'location'])
      expect(headResponse?.headers.get(name), `${address} ${name}`).toBe(getResponse?.headers.get(name))
    expect(headResponse?.status, address).toBe(getResponse?.status)
    await getResponse?.body?.cancel()
  }
})

describe('a query that the page does not read does not render it again:', () => {
  const rendered = async () =>
    (await readMetrics(store.metricsUrl)).get('driveline_response_cache_requests_total{result="miss"}') ?? 0
  /** How often these URLs were rendered, requested one after the other. */
  async function timesRendered(...addresses: string[]): Promise<number> {
    const before = await rendered()
    for (const address of addresses) {
      const response = await fetch(store.url + address)
      expect(response.status, address).toBe(200)
      await response.arrayBuffer()
    }
    return (await rendered()) - before
  }

  test.each([
    '/',
    '/blogs',
    '/myPortfolio',
    '/docs',
    '/categories',
    '/brands',
    '/cars',
    '/robots.txt',
    '/site.webmanifest',
  ])('%s', async (page) => {
    // The first request loads the page's modules, which may take longer than a response is kept.
    await fetch(store.url + page).then((response) => response.arrayBuffer())
    const made = await timesRendered(
      page,
      `${page}?x=1`,
      `${page}?utm_source=a&utm_campaign=${'b'.repeat(500)}`,
      `${page}?page=2&sort=name`,
      `${page}?%zz`,
      `${page}?`,
    )
    expect(made).toBeLessThanOrEqual(1)
  })

  test('the pages of a part and of a category, whose own parameters still count', async () => {
    const { at } = await stock({ name: 'Query pads', category: 'Queries' })
    const category = paths.listing('category', listingSlug('Queries'))
    for (const page of [category, at, '/customerReviews'])
      expect(await timesRendered(page, `${page}?x=1`, `${page}?x=2&y`), page).toBe(1)
    const first = [`${category}?page=1`, `${category}?x=1&page=1`, `${category}?page=1&x=2`]
    expect(await timesRendered(...first)).toBe(1)
  })
})
