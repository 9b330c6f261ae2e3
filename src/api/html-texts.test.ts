import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixture, openFixture } from '../../tests/support/call-samples.ts'
import { expectProblem } from '../../tests/support/problem.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.store.close())

const part = (texts: object) => ({
  picture: fixture.picture,
  name: 'Hose',
  about: 'A hose.',
  price: 12,
  available: 3,
  minOrder: 1,
  ...texts,
})
const add = (texts: object) => fixture.admin.call('POST', '/product', part(texts))
const edit = (id: string, texts: object) => {
  const { available: _, ...values } = part(texts)
  return fixture.admin.call('PUT', `/product/${id}`, values)
}
const show = async (id: string) => (await fixture.admin.call('GET', `/product/${id}`)).body

const HTML = {
  name: 'Hose <b>12 mm</b> &amp; clamp',
  about: '<h3>Radiator hose</h3><p>Fits 5 &lt; 6&nbsp;mm.</p><ul><li>EPDM</li><li>Black</li></ul>',
  brand: 'Gates &reg;',
  category: '<span>Hoses</span>',
}
const PLAIN = {
  name: 'Hose 12 mm & clamp',
  about: 'Radiator hose\nFits 5 < 6 mm.\nEPDM\nBlack',
  brand: 'Gates ®',
  category: 'Hoses',
}

test('HTML in the texts of a new or edited part becomes plain text', async () => {
  const added = await add(HTML)
  expect(await show(added.body.insertedId)).toMatchObject(PLAIN)
  const other = await add({ name: 'Other' })
  expect((await edit(other.body.insertedId, HTML)).body).toEqual({ modifiedCount: 1 })
  expect(await show(other.body.insertedId)).toMatchObject(PLAIN)
})

test('saving a part again changes none of its texts, even with a character reference in them', async () => {
  const { insertedId: id } = (await add({ about: 'Write &amp;amp; for &amp;' })).body
  expect(await show(id)).toMatchObject({ about: 'Write &amp; for &' })
  expect((await edit(id, { about: 'Write &amp; for &' })).body).toEqual({ modifiedCount: 0 })
  expect(await show(id)).toMatchObject({ about: 'Write &amp; for &' })
})

test('a text with tags that was stored before becomes plain text when the part is saved', async () => {
  const { insertedId: id } = (await add({ name: 'Old' })).body
  await fixture.store.db.updateTable('products').set({ about: '<p>Old</p>' }).where('id', '=', id).execute()
  expect((await edit(id, { name: 'Old', about: '<p>Old</p>' })).body).toEqual({ modifiedCount: 1 })
  expect(await show(id)).toMatchObject({ about: 'Old' })
})

test('texts of which HTML leaves nothing are refused like blank ones', async () => {
  const about = await add({ about: '<p><br></p>' })
  expectProblem(about, 422, 'invalid_input')
  expect(about.body.errors).toMatchObject([{ field: 'about', message: 'Product Description is Required' }])
  const { insertedId: id } = (await add({ name: 'Whole' })).body
  const name = await edit(id, { name: '<img src="x">' })
  expectProblem(name, 422, 'invalid_input')
  expect(name.body.errors).toMatchObject([{ field: 'name', message: 'Product Name is Required' }])
})

test('texts that are not HTML stay as they are', async () => {
  const texts = { name: '<3/8" x<y>z', about: '5 < 6 mm, A&B\n\nTwo', brand: 'B&S', category: 'A < B' }
  const { insertedId: id } = (await add(texts)).body
  expect(await show(id)).toMatchObject(texts)
})
