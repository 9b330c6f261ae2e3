import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UNQUALIFIED } from '#domain/vehicles/fitment.ts'
import { vehicleSlugs } from '#domain/vehicles/vehicle-slugs.ts'
import * as paths from '#paths.ts'
import { createPages } from '#server/pages.ts'
import { addProduct } from '../support/add-product.ts'
import { order } from '../support/orders.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { type User, signIn } from '../support/users.ts'

// The public pages of vehicles: makes, models, years and their parts, without scripts.

let store: TestStore
let admin: User
let customer: User
beforeAll(async () => {
  const prepare = path.join(import.meta.dirname, '../../tools/setup/prepare.mjs')
  await promisify(execFile)(process.execPath, [prepare, 'build'])
  store = await openTestStore({}, createPages)
  ;[admin, customer] = await Promise.all([signIn(store, { admin: true }), signIn(store)])
}, 180_000)
afterAll(() => store.close())

const stock = (given: Parameters<typeof addProduct>[1]) => addProduct(store, given)

/** Adds a vehicle of the shop's own, and returns a fitment of it. */
async function addVehicle(
  make: string,
  model: string,
  year: number,
  engine = { displacement_l: '1.8', cylinders: 4 },
) {
  await store.db
    .insertInto('vehicles')
    .values({ year, make, model, ...engine, fuel: 'Regular', drive: '' })
    .execute()
  // The vehicle is known once the notification has reached the store.
  const known = () =>
    customer.call('GET', `/vehicles?${new URLSearchParams({ make, year: String(year) }).toString()}`)
  await expect.poll(async () => (await known()).body.models).toContain(model)
  return { ...UNQUALIFIED, make, model, variant: null, yearFrom: year, yearTo: year, engine: null }
}

async function get(address: string) {
  const response = await fetch(store.url + address, { redirect: 'manual', headers: { accept: 'text/html' } })
  const html = await response.text()
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
  const text = main
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
  return { status: response.status, to: response.headers.get('location'), html, main, text }
}
const linksOf = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href)
const isIndexed = (html: string) => !/<meta name="robots" content="noindex"\/>/.test(html)
async function sitemap(): Promise<string[]> {
  const read = async (address: string) =>
    [...(await get(address)).html.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, loc = '']) => new URL(loc).pathname,
    )
  const files = (await read('/sitemap.xml')).filter((file) => file.startsWith('/sitemaps/cars-'))
  return (await Promise.all(files.map(read))).flat()
}

describe('the pages of vehicles', () => {
  test('lead from all makes down to the parts of one category for one vehicle', async () => {
    const fits = [await addVehicle('Zento', 'GT-4 Wagon', 2031)]
    const { at } = await stock({ name: 'Zento pads', category: 'Brakes & Pads', fits })
    await stock({ name: 'Zento lamp', category: 'Lamps', fits })
    await stock({ name: 'Other lamp', category: 'Lamps' })
    const steps = [
      '/cars',
      '/cars/zento',
      '/cars/zento/gt-4-wagon',
      '/cars/zento/gt-4-wagon/2031',
      '/cars/zento/gt-4-wagon/2031/brakes-pads',
      at,
    ]
    for (const [n, step] of steps.entries()) {
      const { status, html, main } = await get(step)
      expect(status, step).toBe(200)
      expect(html).toContain(`<link rel="canonical" href="${store.url}${step}"/>`)
      expect(isIndexed(html), step).toBe(true)
      expect((await fetch(`${store.url}${step}.data`)).status, `${step}.data`).toBe(200)
      if (n > 0) expect(linksOf((await get(steps[n - 1] ?? '')).main)).toContain(step)
      // And up again.
      if (n > 0 && n < 5) expect(linksOf(main)).toContain(steps[n - 1])
    }
    const all = await get(steps[3] ?? '')
    expect(all.text).toContain('Filters 2 parts ')
    expect(all.text).toMatch(/Brakes &amp; Pads 1 .*Lamps 1/)
    expect(all.html).toMatch(/<title>Parts for 2031 Zento GT-4 Wagon/)
    const one = await get(steps[4] ?? '')
    expect(one.text).toContain('Show 1 part ')
    expect(one.text).not.toContain('Zento lamp')
    const graph = JSON.parse(
      /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(one.html)?.[1] ?? 'null',
    )
    expect(graph['@graph'][0].itemListElement).toEqual([
      expect.objectContaining({ position: 1, url: expect.stringMatching(/\/parts\/zento-pads/) }),
    ])
    expect(
      graph['@graph'][1].itemListElement.map(({ item }: { item: string }) => new URL(item).pathname),
    ).toEqual(steps.slice(0, 5))
    expect(await sitemap()).toEqual(expect.arrayContaining(['/cars', steps[3]]))
    // A part links to other parts for its vehicles.
    expect(linksOf((await get(at)).main)).toContain(steps[3])
    // The canonical URL of a search for parts of the vehicle is this page, whatever else it filters by.
    const canonical = async (query: string) =>
      /<link rel="canonical" href="([^"]*)"/.exec((await get(`/parts?${query}`)).html)?.[1]
    const search = 'make=Zento&year=2031&model=GT-4+Wagon'
    expect(await canonical(search)).toBe(store.url + steps[3])
    expect(await canonical(`${search}&engine=1.8-4`)).toBe(store.url + steps[3])
    expect(await canonical(`${search}&q=pads&sort=price`)).toBe(store.url + steps[3])
  })

  test('state the number of parts without the vehicle that their link finds', async () => {
    const ofOne = await addVehicle('Zento', 'Narrow', 2031)
    await stock({ name: 'Narrow lamp', category: 'Narrow lamps', fits: [ofOne] })
    for (const name of ['Wide pads', 'Wide lamp']) await stock({ name, category: `Of ${name}` })
    const search = 'make=Zento&year=2031&model=Narrow&category=Of+Wide+pads'
    expect((await get(`/parts?${search}`)).text).toMatch(/All vehicles \( ?1 ?\)/)
    expect((await get('/parts?category=Of+Wide+pads')).text).toContain('1 part')
  })

  test('are indexed only with parts, as are searches', async () => {
    expect(isIndexed((await get('/parts?q=zento+pads')).html)).toBe(true)
    const nothing = await get('/parts?q=cheapqwertywatches')
    expect(nothing.text).toContain('No parts')
    expect(isIndexed(nothing.html)).toBe(false)
  })

  test('are opened by a VIN that was typed as a search, and a wrong one is explained', async () => {
    await addVehicle('Honda', 'Accord', 2003, { displacement_l: '3.0', cylinders: 6 })
    for (const vin of ['1HGCM82633A004352', '1hgcm82633a004352', '*1HGCM82633A004352*']) {
      const { status, to } = await get(`/parts?q=${encodeURIComponent(vin)}`)
      expect(status).toBe(302)
      expect(to).toMatch(/^\/parts\?make=Honda&year=2003&model=Accord/)
    }
    const wrong = await get('/parts?q=1HGCM82633A004353')
    expect(wrong.text).toMatch(/This looks like a VIN/)
    expect(wrong.text).toMatch(/check digit of this VIN does not match.*year, make and model above/)
  })

  test('are opened by a VIN in the posted search of the header, which leads words to their search', async () => {
    await addVehicle('Ford', 'F-150', 2013, { displacement_l: '3.5', cylinders: 6 })
    await stock({ name: 'Long number', partNumber: '1FTFW1ET3DA000002' })
    const search = async (q: string) => {
      const response = await fetch(`${store.url}/parts?make=`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: store.url, accept: 'text/html' },
        body: new URLSearchParams({ q }),
      })
      return { status: response.status, to: response.headers.get('location'), text: await response.text() }
    }
    const f150 = '/parts?make=Ford&year=2013&model=F-150&engine=3.5-6'
    for (const [q, to] of [
      ['brake pads', '/parts?q=brake+pads'],
      ['DL-BRK-1042', '/parts?q=DL-BRK-1042'],
      [' ', '/parts?q=+'],
      ['1FTFW1ET2DA000001', f150],
      ['vin: 1ft fw1et 2da 000001', f150],
      ['*1FTFW1ET2DA000001*', f150],
      ['1FTFW1ET2DA000001 brake pads', `${f150}&q=brake+pads`],
      ['brake pads VIN 1FTFW1ET2DA000001', `${f150}&q=brake+pads+VIN`],
      // No VIN, but a part's number.
      ['1FTFW1ET3DA000002', '/parts?q=1FTFW1ET3DA000002'],
    ] as const)
      expect(await search(q), q).toMatchObject({ status: 303, to })
    const wrong = await search('1FTFW1ET2DA000002')
    expect([wrong.status, wrong.to]).toEqual([422, null])
    expect(wrong.text).toMatch(/check digit of this VIN does not match/)
    expect(wrong.text).toContain('value="1FTFW1ET2DA000002"')
    expect(wrong.text).not.toMatch(/(?:href|action)="[^"]*1FTFW/)
  })

  test('are found in every spelling and by the common names of makes', async () => {
    const fits = [await addVehicle('Chevrolet', 'C/K 15.5', 2032), await addVehicle('Šárka', "L'Été", 2032)]
    await stock({ name: 'For old trucks', category: 'Filters', fits })
    const honest = '/cars/chevrolet/c-k-15-5/2032'
    for (const [requested, location] of [
      ['/cars/chevy', '/cars/chevrolet'],
      ['/cars/CHEVROLET/ck155', '/cars/chevrolet/c-k-15-5'],
      ['/cars/Chevy/C%20K%2015.5/2032?page=1', `${honest}?page=1`],
      [`${honest}/FILTERS`, `${honest}/filters`],
      [`/CARS${honest.slice(5)}`, honest],
      ['/cars/%C5%A0%C3%A1rka/l-ete', '/cars/sarka/lete'],
    ] as const)
      expect(await get(requested), requested).toMatchObject({ status: 301, to: location })
    expect((await get(honest)).status).toBe(200)
    expect((await get('/cars/sarka/lete/2032')).status).toBe(200)
  })

  test('are found even if a name has no Latin letter or digit', async () => {
    const vehicle = { make: 'Лада', model: '¿?/.', year: 2033 }
    await stock({ name: 'Ladas', fits: [await addVehicle(vehicle.make, vehicle.model, vehicle.year)] })
    for (const at of [paths.car(vehicleSlugs({ make: vehicle.make })), paths.car(vehicleSlugs(vehicle))]) {
      const { status, html } = await get(at)
      expect(status, at).toBe(200)
      expect(html).toContain(`<link rel="canonical" href="${store.url}${at}"/>`)
    }
    expect(linksOf((await get('/cars')).main)).toContain(paths.car(vehicleSlugs({ make: vehicle.make })))
    expect(await sitemap()).toContain(paths.car(vehicleSlugs(vehicle)))
  })

  test('are neither indexed nor listed anywhere when no part for the vehicle is on sale', async () => {
    const fits = [await addVehicle('Emptor', 'Nil', 2034)]
    const { id } = await stock({ name: 'The only one', category: 'Solo', fits })
    const pages = ['/cars/emptor', '/cars/emptor/nil', '/cars/emptor/nil/2034', '/cars/emptor/nil/2034/solo']
    const indexed = () => Promise.all(pages.map(async (page) => isIndexed((await get(page)).html)))
    expect(await indexed()).toEqual([true, true, true, true])
    await stock({ name: 'Another', category: 'Solo' })
    await admin.call('PATCH', `/product/${id}/hidden`, { hidden: true })
    expect(await indexed()).toEqual([false, false, false, false])
    for (const page of pages) expect((await get(page)).status, page).toBe(200)
    expect(linksOf((await get('/cars')).main)).not.toContain('/cars/emptor')
    expect(await sitemap()).not.toContain(pages[2])
    expect((await get(pages[2] ?? '')).text).toContain('Contact us')
  })

  test('are a helpful 404 when make, model, year or category is unknown', async () => {
    await stock({
      name: 'Known',
      category: 'Known things',
      fits: [await addVehicle('Knowable', 'One', 2035)],
    })
    for (const [address, next] of [
      ['/cars/unknown', '/cars'],
      ['/cars/unknown/at-all/2035', '/cars'],
      ['/cars/knowable/two', '/cars/knowable'],
      ['/cars/knowable/two/2035/known-things', '/cars/knowable'],
      ['/cars/knowable/one/1901', '/cars/knowable/one'],
      ['/cars/knowable/one/20350', '/cars/knowable/one'],
      ['/cars/knowable/one/year', '/cars/knowable/one'],
      ['/cars/knowable/one/2035/no-such-thing', '/cars/knowable/one/2035'],
      [`/cars/${'x'.repeat(1_000)}`, '/cars'],
      ['/cars/%F0%9F%9A%97', '/cars'],
    ] as const) {
      const { status, main } = await get(address)
      expect(status, address).toBe(404)
      expect(linksOf(main), address).toContain(next)
      expect(linksOf(main), address).toContain('/parts')
    }
  })

  test('are split into pages, each with its own URL', async () => {
    const fits = [await addVehicle('Paged', 'Car', 2036)]
    for (let n = 0; n < 30; n += 1)
      await stock({ name: `Paged ${n}`, category: 'Pages', price: 100 - n, fits })
    expect(await get('/cars/paged/car/2036?sort=price')).toMatchObject({
      status: 302,
      to: '/parts?make=Paged&year=2036&model=Car&sort=price',
    })
    const first = await get('/cars/paged/car/2036')
    expect(first.text).toContain('1–24 of 30')
    expect(first.html).toContain(`<link rel="canonical" href="${store.url}/cars/paged/car/2036"/>`)
    expect((await get('/cars/paged/car/2036?page=2')).text).toContain('25–30 of 30')
    expect(await get('/cars/paged/car/2036/pages?page=9')).toMatchObject({
      status: 302,
      to: '/cars/paged/car/2036/pages?page=2',
    })
  })

  test('show every new part and order immediately, although they are cached', async () => {
    const fits = [await addVehicle('Freshly', 'Made', 2037)]
    const { id } = await stock({ name: 'First', available: 2, minOrder: 1, fits })
    const page = '/cars/freshly/made/2037'
    expect((await get(page)).text).toContain('In stock')
    await order(customer, id, 2)
    expect((await get(page)).text).toContain('Sold out')
    await stock({ name: 'Second', fits })
    expect((await get(page)).text).toContain('Filters 2 parts ')
  })
})

test('new vehicles show although the list of them is kept in memory', async () => {
  const isShown = async () => (await get('/')).html.includes('Zastava')
  expect(await isShown()).toBe(false)
  await addVehicle('Zastava', 'Yugo', 1999)
  await expect.poll(isShown).toBe(true)
})
