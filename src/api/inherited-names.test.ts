import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PRODUCT_COLUMNS } from '#domain/imports/csv-product-columns.ts'
import { findVehicleAt } from '#domain/vehicles/find-vehicle-at.server.ts'
import { openFixture, type Fixture } from '../../tests/support/call-samples.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { caller } from '../../tests/support/users.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.store.close())

/** Names that every object has. */
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']

async function importStatus(kind: string, file: string): Promise<string> {
  const form = new FormData()
  form.set('kind', kind)
  form.set('file', new Blob([file]), 'file')
  const response = await fetch(`${fixture.store.url}/imports`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${fixture.admin.token}` },
    body: form,
  })
  const { insertedId } = await response.json()
  return vi.waitFor(
    async () => {
      const { body } = await fixture.admin.call('GET', `/imports/${insertedId}`)
      expect(body.status).not.toMatch(/ing$/)
      return `${body.status} ${JSON.stringify(body)}`
    },
    { timeout: 60_000, interval: 50 },
  )
}

test.each(NAMES)('no vehicle is called %s', async (name) => {
  const get = caller(fixture.store)
  const part = await stockProduct(fixture.store)
  expect(await findVehicleAt(fixture.store.shop.browsing, { make: name })).toEqual({
    isKnown: false,
    vehicle: null,
  })
  for (const path of [
    `/vehicles?make=${name}&year=2008&model=${name}`,
    `/product/${part}/fit?make=${name}&year=2008&model=${name}`,
    `/catalogue/search?make=${name}&model=${name}`,
    `/catalogue/search?q=${name}`,
    `/vehicles/decode?vin=${name}`,
  ])
    expect((await get('GET', path)).status, path).toBeLessThan(500)
  expect((await get('POST', '/vehicles/find', { vehicle: name })).status).toBe(422)
})

test.each(NAMES)('the last page of Google’s popup does not show code for the error %s', async (name) => {
  const response = await fetch(`${fixture.store.url}/auth/google/done?error=${name}`)
  expect(response.status).toBe(400)
  const text = await response.text()
  expect(text).not.toMatch(/native code|\[object/)
  expect(text).toContain('Google sign-in did not work.')
})

test.each(NAMES)('no field of an imported file fails the import with the text %s', async (name) => {
  const id = await stockProduct(fixture.store, { name: 'Part' })
  await fixture.store.db
    .updateTable('products')
    .set({ part_number: `IN-${name}` })
    .where('id', '=', id)
    .execute()
  const files = [
    ...PRODUCT_COLUMNS.map((column) => ['products', `${name},${column}\n${name},${name}\n`]),
    ['products', `partNumber,${name}\nIN-${name},${name}\n`],
    [
      'pies',
      `<PIES><Header><CurrencyCode>${name}</CurrencyCode><LanguageCode>${name}</LanguageCode></Header><PriceSheets><PriceSheet><PriceSheetNumber>${name}</PriceSheetNumber></PriceSheet></PriceSheets><Items><Item MaintenanceType="${name}"><PartNumber>IN-${name}</PartNumber><BrandLabel>${name}</BrandLabel><Descriptions><Description DescriptionCode="${name}">${name}</Description></Descriptions><Prices><Pricing PriceType="${name}"><PriceSheetNumber>${name}</PriceSheetNumber><Price UOM="${name}">${name}</Price></Pricing></Prices><PartInterchangeInfo><PartInterchange BrandLabel="${name}"><PartNumber>X-${name}</PartNumber></PartInterchange></PartInterchangeInfo></Item></Items><Trailer><ItemCount>1</ItemCount></Trailer></PIES>`,
    ],
    [
      'aces',
      `<ACES version="4.2"><Header><Company>${name}</Company><SubmissionType>UPDATE</SubmissionType></Header><App action="A"><Years from="2008"/><Make>${name}</Make><Model>${name}</Model><${name}>${name}</${name}><Region id="${name}"/><Note>${name}</Note><Position id="${name}">${name}</Position><Part>IN-${name}</Part></App><App action="A"><BaseVehicle id="${name}"/><Part>${name}</Part></App><Footer><RecordCount>2</RecordCount></Footer></ACES>`,
    ],
    ['aces', `<?xml version="1.0" encoding="${name}"?><ACES/>`],
  ] as const
  for (const [kind, file] of files) {
    const status = await importStatus(kind ?? '', file ?? '')
    expect(status, file).toMatch(/^(?:checked|refused) /)
    expect(status).not.toContain('native code')
  }
})
