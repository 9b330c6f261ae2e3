// Long because it follows files of every kind on one open store: checked, imported, undone and interrupted.

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INVARIANTS } from '#db/invariants.ts'
import type { AuditEntry } from '#domain/audit/audit.ts'
import { exportProducts } from '#domain/imports/export-products.server.ts'
import { resumeImports, runImport } from '#domain/imports/run-import.server.ts'
import { insertProducts } from '#domain/products/add-product.server.ts'
import { openFixture, type Fixture } from '../../tests/support/call-samples.ts'
import { chosen, type Files, formOf, importsOf } from '../../tests/support/imports.ts'
import { order, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
  await fixture.store.db
    .insertInto('vehicles')
    .values({
      year: 2006,
      make: 'Honda',
      model: 'Civic',
      displacement_l: '1.8',
      cylinders: 4,
      fuel: '',
      drive: '',
    })
    .execute()
})
afterAll(() => fixture.store.close())

const upload = (files: Files) => importsOf(fixture).upload(files)
const post = (form: FormData) => importsOf(fixture).post(form)
const settled = (id: string) => importsOf(fixture).settled(id)
const change = (id: string, action: 'check' | 'apply' | 'undo', columns?: Record<string, string>) =>
  importsOf(fixture).change(id, action, columns && { columns })

/** A part with a number of its own. */
async function stock(partNumber: string, price = 10): Promise<string> {
  const id = await stockProduct(fixture.store, { name: `Part ${partNumber}`, price, available: 5 })
  await fixture.store.db
    .updateTable('products')
    .set({ part_number: partNumber, picture: fixture.picture })
    .where('id', '=', id)
    .execute()
  return id
}
const rowOf = (id: string) =>
  fixture.store.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const numbered = (partNumber: string) =>
  fixture.store.db
    .selectFrom('products')
    .selectAll()
    .where('part_number', '=', partNumber)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

describe('a file of parts', () => {
  test('refers to a picture by its path, or by the URL that the API returns', async () => {
    const { call } = fixture.admin
    await stock('PIC-0')
    const [product] = (await call('GET', '/products?limit=1')).body
    expect(product.picture).toMatch(/^http/)
    const line = (number: string, picture: string) => `${number},New,Text.,3,4,1,${picture}\n`
    const { picture } = fixture
    const ours = line('PIC-1', product.picture) + line('PIC-2', picture)
    const header = 'partNumber,name,about,price,available,minOrder,picture\n'
    const { _id, counts } = await upload({ file: header + ours, name: 'addresses.csv' })
    expect(counts).toMatchObject({ added: 2, refused: 0 })
    await change(_id, 'apply')
    expect((await numbered('PIC-1'))?.picture).toBe(new URL(product.picture).pathname)
    expect((await numbered('PIC-2'))?.picture).toBe(picture)

    const elsewhere = line('PIC-3', '/images/elsewhere.webp')
    const other = await upload({ file: header + elsewhere, name: 'elsewhere.csv' })
    expect(other.report?.problems).toMatchObject([{ code: 'foreign_picture', line: 2 }])
  })

  test('is one entry of the audit, as is its undo; each change is found by the import’s id', async () => {
    const file = `partNumber,name,about,price,available,minOrder\n${['AU-1', 'AU-2', 'AU-3']
      .map((number) => `${number},New,Text.,3,4,1\n`)
      .join('')}`
    const { _id: id } = await upload({ file, name: 'audited.csv' })
    await change(id, 'apply')
    await fixture.admin.call('PATCH', `/product/${(await numbered('AU-1'))?.id}/price`, { price: 4, was: 3 })
    await change(id, 'undo')
    const audit = async (query: string) =>
      (await fixture.admin.call('GET', `/audit?${query}`)).body as AuditEntry[]
    for (const query of ['limit=3', 'limit=3&kind=stock']) {
      const [undone, edited, applied] = await audit(query)
      expect(undone).toMatchObject({
        action: 'undo_import',
        subject: { kind: 'import', id, name: 'audited.csv', there: true },
        after: { restored: 2, kept: 1 },
      })
      expect(edited).toMatchObject({ action: 'edit_product', after: { price: 4 } })
      expect(applied).toMatchObject({
        action: 'apply_import',
        subject: { id },
        after: { added: 3, changed: 0 },
      })
    }
    expect((await audit('kind=stock&subject=import&limit=2')).map(({ action }) => action)).toEqual([
      'undo_import',
      'apply_import',
    ])
    const every = (await audit(`q=${id}`)).map(({ action }) => action)
    expect(every.toSorted()).toEqual([
      ...Array(3).fill('add_product'),
      'apply_import',
      ...Array(2).fill('delete_product'),
      'undo_import',
    ])
  })

  test('adds parts without a picture, which the API returns as blank and an export leaves blank', async () => {
    const lines = ['BLANK-1,New,Text.,3,4,1\n', 'BLANK-2,New,Text.,3,4,1\n']
    const { _id, counts } = await upload({
      file: `partNumber,name,about,price,available,minOrder\n${lines.join('')}`,
    })
    expect(counts).toMatchObject({ added: 2, refused: 0 })
    await change(_id, 'apply')
    const id = (await numbered('BLANK-1'))?.id ?? ''
    const { body } = await fixture.admin.call('GET', `/product/${id}`)
    expect(body.picture).toBe('')
    const orderId = await order(fixture.owner, id)
    expect((await fixture.owner.call('GET', `/orders/${orderId}`)).body.picture).toBe('')
    const edited = { name: 'Newer', about: 'Text.', price: 3, minOrder: 1, partNumber: 'BLANK-1' }
    const edit = (picture: string) => fixture.admin.call('PUT', `/product/${id}`, { ...edited, picture })
    expect((await edit('')).body).toEqual({ modifiedCount: 1 })
    expect((await edit(fixture.picture)).body).toEqual({ modifiedCount: 1 })
    expectProblem(await edit('/images/other.webp'), 422, 'foreign_picture')
    expect((await edit('')).body).toEqual({ modifiedCount: 1 })
    const added = await fixture.admin.call('POST', '/product', { ...edited, available: 1, picture: '' })
    expectProblem(added, 422, 'invalid_input')
    expect(added.body.detail).toBe('Image is Required')
    expect((await change(_id, 'undo')).undoReport).toMatchObject({ restored: 1, keptCount: 1 })
  })

  test('is checked first, and changes nothing before an admin imports it; an undo puts everything back', async () => {
    const id = await stock('I-1')
    const checked = await upload({
      file: `partNumber,name,about,price,available,minOrder,picture\nI-1,,,12.50,7,,\nI-2,New,Text.,3,4,1,${fixture.picture}\n`,
      name: 'prices.csv',
    })
    expect(checked).toMatchObject({
      kind: 'products',
      fileName: 'prices.csv',
      status: 'checked',
      counts: { added: 1, changed: 1, refused: 0 },
      canUndo: false,
      report: { ok: true, problems: [], changeCount: 1, changes: [{ line: 2, partNumber: 'I-1' }] },
    })
    expect(await rowOf(id)).toMatchObject({ price_cents: 1000, available: 5 })

    const applied = await change(checked._id, 'apply')
    expect(applied).toMatchObject({ status: 'applied', canUndo: true, counts: { added: 1, changed: 1 } })
    expect(await rowOf(id)).toMatchObject({ price_cents: 1250, available: 7 })
    expect(await numbered('I-2')).toMatchObject({ price_cents: 300, available: 4 })
    const { rows } = await sql<{ email: string }>`
      select email from audit_entries join accounts on accounts.id = actor_id
      where subject = ${`product:${id}`} and action = 'edit_product'`.execute(fixture.store.db)
    expect(rows).toEqual([{ email: fixture.admin.email }])

    const undone = await change(checked._id, 'undo')
    expect(undone).toMatchObject({ status: 'undone', canUndo: false, undoReport: { restored: 2, kept: [] } })
    expect(await rowOf(id)).toMatchObject({ price_cents: 1000, available: 5 })
    expect(await numbered('I-2')).toBeUndefined()
  })

  test('sets condition and GTIN, which an export has, and an undo puts back', async () => {
    const id = await stock('CG-1')
    const facts = async () => {
      const { condition, gtin } = await rowOf(id)
      return [condition, gtin]
    }
    // Spreadsheets drop the zero before a UPC.
    const checked = await upload({ file: 'partNumber,Item Condition,UPC\nCG-1,Reman,36000291452\n' })
    expect(checked.report?.changes).toMatchObject([
      {
        fields: [
          { field: 'condition', before: 'new', after: 'remanufactured' },
          { field: 'gtin', before: '', after: '036000291452' },
        ],
      },
    ])
    await change(checked._id, 'apply')
    expect(await facts()).toEqual(['remanufactured', '036000291452'])
    const file: string[] = []
    for await (const chunk of exportProducts(fixture.store.db)) file.push(chunk)
    expect(file.join('')).toMatch(/^CG-1,.*,remanufactured,036000291452,,,,,no,no,0,yes,yes,\r$/m)
    expect((await upload({ file: file.join('') })).counts).toMatchObject({ added: 0, changed: 0, refused: 0 })
    await change(checked._id, 'undo')
    expect(await facts()).toEqual(['new', ''])

    // An EAN-8 that begins with a zero.
    const { _id } = await upload({ file: 'partNumber,gtin\nCG-1,1234565\n' })
    await expect(upload({ file: 'partNumber,gtin\nCG-1,1234566\n' })).resolves.toMatchObject({
      counts: { refused: 1 },
    })
    await change(_id, 'apply')
    const cleared = await upload({ file: 'partNumber,condition,gtin\nCG-1,used,clear\n' })
    await change(cleared._id, 'apply')
    expect(await facts()).toEqual(['used', ''])
    const refused = await upload({
      file: 'partNumber,condition,gtin\nCG-1,broken,\nCG-2,,036000291453\nCG-3,clear,\nCG-4,,3.60003E+11\n',
    })
    expect(refused.report?.problems).toMatchObject([
      { line: 2, field: 'condition', message: 'The condition is new, remanufactured or used' },
      { line: 3, field: 'gtin', message: expect.stringMatching(/^This is not a GTIN/) },
      { line: 4, field: 'condition', code: 'cannot_clear' },
      { line: 5, field: 'gtin', message: expect.stringMatching(/^A spreadsheet has shortened/) },
    ])
  })

  test('sets what delivery, tax and returns need to know, which an export has, and an undo puts back', async () => {
    const id = await stock('SF-1')
    const facts = async () => {
      const row = await rowOf(id)
      return [
        row.weight_grams,
        row.oversize,
        row.dangerous,
        row.core_cents,
        row.taxed,
        row.returnable,
        row.bin,
      ]
    }
    const file = async () => {
      const chunks: string[] = []
      for await (const chunk of exportProducts(fixture.store.db)) chunks.push(chunk)
      return chunks.join('')
    }
    expect(await file()).toMatch(/^SF-1,.*,,no,no,0,yes,yes,\r$/m)
    const checked = await upload({
      file: 'partNumber,Weight (lbs),Oversize,Hazmat,Core Charge,Taxable,Returnable,Bin Location\nSF-1,2.5,YES,x,18,false,n,A-12\n',
    })
    expect(checked.report?.changes).toMatchObject([
      {
        fields: [
          { field: 'weight', before: '', after: '2.5 lb' },
          { field: 'oversize', before: 'no', after: 'yes' },
          { field: 'dangerous', before: 'no', after: 'yes' },
          { field: 'coreDeposit', before: '0', after: '18' },
          { field: 'taxed', before: 'yes', after: 'no' },
          { field: 'returnable', before: 'yes', after: 'no' },
          { field: 'bin', before: '', after: 'A-12' },
        ],
      },
    ])
    await change(checked._id, 'apply')
    const set = [1134, true, true, 1800, false, false, 'A-12']
    expect(await facts()).toEqual(set)
    expect(await file()).toMatch(/^SF-1,.*,2.5 lb,yes,yes,18,no,no,A-12\r$/m)
    expect((await upload({ file: await file() })).counts).toMatchObject({ added: 0, changed: 0, refused: 0 })

    // A file of something else leaves them as they are.
    const repriced = await upload({ file: 'partNumber,price,weight,bin\nSF-1,12,,\n' })
    await change(repriced._id, 'apply')
    expect(await facts()).toEqual(set)
    const cleared = await upload({ file: 'partNumber,weight,coreDeposit,bin\nSF-1,clear,clear,Clear\n' })
    await change(cleared._id, 'apply')
    expect(await facts()).toEqual([null, true, true, 0, false, false, ''])
    await change(cleared._id, 'undo')
    expect(await facts()).toEqual(set)
    await change(checked._id, 'undo')
    expect(await facts()).toEqual([null, false, false, 0, true, true, ''])

    const refused = await upload({
      file: 'partNumber,weight,oversize,coreDeposit,taxed\nSF-1,"2,5 kg",,,\nSF-2,,maybe,,\nSF-3,,,€18,\nSF-4,,,,clear\nSF-5,0,,,\n',
    })
    expect(refused.report?.problems).toMatchObject([
      { line: 2, field: 'weight', message: expect.stringMatching(/^Enter a weight such as/) },
      { line: 3, field: 'oversize', message: 'Oversize is yes or no' },
      { line: 4, field: 'coreDeposit', message: expect.stringMatching(/^Write the core deposit as a plain/) },
      { line: 5, field: 'taxed', code: 'cannot_clear' },
      { line: 6, field: 'weight', message: expect.stringMatching(/^A weight is at least 1 gram/) },
    ])
  })

  test('an added part with its weight is deleted by an undo, unless that has changed since', async () => {
    const { _id } = await upload({
      file: `partNumber,name,about,price,available,minOrder,weight,returnable\nSU-1,New,Text.,3,4,1,800 g,no\nSU-2,New,Text.,3,4,1,1.1 kg,\n`,
    })
    await change(_id, 'apply')
    expect(await numbered('SU-1')).toMatchObject({ weight_grams: 800, returnable: false, taxed: true })
    const second = await numbered('SU-2')
    expect(second).toMatchObject({ weight_grams: 1100, returnable: true })
    await fixture.store.db
      .updateTable('products')
      .set({ weight_grams: 1200 })
      .where('id', '=', second?.id ?? '')
      .execute()
    expect((await change(_id, 'undo')).undoReport?.kept).toEqual([
      { partNumber: 'SU-2', message: 'Not deleted: it has been changed in the meantime (weight).' },
    ])
    expect(await numbered('SU-1')).toBeUndefined()
  })

  test('an undo leaves and lists what was changed or ordered since', async () => {
    const [sold, edited] = [await stock('U-1'), await stock('U-2')]
    const { _id } = await upload({
      file: `partNumber,name,about,price,available,minOrder,picture\nU-1,,,11,9,,\nU-2,Better,,11,,,\nU-3,New,Text.,3,4,1,${fixture.picture}\n`,
    })
    await change(_id, 'apply')
    await order(fixture.owner, sold)
    const third = await numbered('U-3')
    await order(fixture.owner, third?.id ?? '')
    const renamed = await fixture.admin.call('PUT', `/product/${edited}`, {
      picture: fixture.picture,
      name: 'Best',
      partNumber: 'U-2',
      about: (await rowOf(edited)).about,
      price: 11,
      minOrder: 1,
    })
    expect(renamed.status).toBe(200)

    const undone = await change(_id, 'undo')
    expect(undone.undoReport?.kept.toSorted((a, b) => (a.partNumber < b.partNumber ? -1 : 1))).toEqual([
      { partNumber: 'U-1', message: 'Changed in the meantime, and left as it is: available.' },
      { partNumber: 'U-2', message: 'Changed in the meantime, and left as it is: name.' },
      { partNumber: 'U-3', message: 'Not deleted: it has been ordered in the meantime.' },
    ])
    expect(await rowOf(sold)).toMatchObject({ price_cents: 1000, available: 8 })
    expect(await rowOf(edited)).toMatchObject({ name: 'Best', price_cents: 1000 })
    expect(await numbered('U-3')).toBeDefined()
  })

  test.each([
    ['empty', '', 'empty_file'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'not_text'],
    ['of another encoding', new Uint8Array([0x70, 0xe9, 0x0a]), 'wrong_encoding'],
    ['with a huge line', `partNumber,about\nI-9,${'a'.repeat(1_000_000)}\n`, 'invalid_input'],
    ['with NUL', 'partNumber,name\nI-9,a\0b\n', 'not_text'],
    [
      'with a picture next to it',
      'partNumber,name,about,price,available,minOrder,picture\nI-9,N,T,1,1,1,a.png\n',
      'foreign_picture',
    ],
  ])('is refused with a report if it is %s, and cannot be imported', async (_, file, code) => {
    const found = await upload({ file })
    expect(found).toMatchObject({ status: 'refused', report: { ok: false } })
    expect(found.report?.problems.map((problem) => problem.code)).toContain(code)
    const response = await fixture.admin.call('PATCH', `/imports/${found._id}`, { action: 'apply' })
    expectProblem(response, 409, 'import_changed')
  })
})

test('a file that cannot be imported is refused with the reason', async () => {
  await stock('RE-1')
  const detailOf = async (id: string) => {
    const response = await fixture.admin.call('PATCH', `/imports/${id}`, { action: 'apply' })
    expectProblem(response, 409, 'import_changed')
    return response.body.detail
  }
  const refused = await upload({ file: 'partNumber,price\nRE-1,€12\n' })
  expect(refused.report?.problems).toMatchObject([{ message: expect.stringContaining('“€”') }])
  expect(await detailOf(refused._id)).toContain('This file has errors')
  const { _id } = await upload({ file: 'partNumber,price\nRE-1,12\n' })
  await change(_id, 'apply')
  expect(await detailOf(_id)).toContain('another admin has imported it')
  await fixture.store.db.updateTable('imports').set({ status: 'checking' }).where('id', '=', _id).execute()
  expect(await detailOf(_id)).toContain('still working on this file')
  await fixture.store.db.updateTable('imports').set({ status: 'applied' }).where('id', '=', _id).execute()
})

test('an undo of a file that writes numbers differently leaves the numbers', async () => {
  const id = await stock('UN-12-3')
  const { _id, counts } = await upload({
    file: `partNumber,name,about,price,available,minOrder,picture\nun123,,,7,,,\nUN-1-23,New,Text.,3,4,1,${fixture.picture}\n`,
  })
  expect(counts).toMatchObject({ added: 1, changed: 1 })
  await change(_id, 'apply')
  expect(await rowOf(id)).toMatchObject({ part_number: 'UN-12-3', price_cents: 700 })
  await change(_id, 'undo')
  expect(await rowOf(id)).toMatchObject({ part_number: 'UN-12-3', price_cents: 1000, deleted_at: null })
  expect(await numbered('UN-1-23')).toBeUndefined()
})

describe('the columns of a file of parts', () => {
  test('are chosen by an admin if the file uses other headings', async () => {
    const id = await stock('H-1')
    const found = await upload({ file: 'Our key,Retail,price,Color\nH-1,12,99,2 lb\n' })
    expect(found).toMatchObject({ status: 'refused', hasFile: true })
    expect(found.report?.problems.map(({ code }) => code)).toEqual(['missing_column'])
    expect(found.report?.headings).toEqual([
      { heading: 'Our key', column: '' },
      { heading: 'Retail', column: '', unsure: 'price' },
      { heading: 'price', column: 'price' },
      { heading: 'Color', column: '' },
    ])
    expect(found.report?.samples).toEqual([['H-1', '12', '99', '2 lb']])

    const twice = await change(found._id, 'check', { 'Our key': 'partNumber', Retail: 'price' })
    expect(twice.report?.problems.map(({ code, field }) => [code, field])).toEqual([
      ['duplicate_column', 'price'],
    ])

    const columns = { 'Our key': 'partNumber', Retail: 'price', price: '', Color: '' }
    const checked = await change(found._id, 'check', columns)
    expect(checked).toMatchObject({ status: 'checked', counts: { changed: 1 } })
    expect(checked.report?.ignored).toEqual(['price', 'Color'])
    expect(checked.report?.headings).toMatchObject([{ column: 'partNumber' }, { column: 'price' }, {}, {}])
    expect(await change(found._id, 'apply')).toMatchObject({ status: 'applied', hasFile: false })
    expect(await rowOf(id)).toMatchObject({ price_cents: 1200 })
  })

  test('must be columns of the store, for a file that can be checked', async () => {
    const { _id } = await upload({ file: 'partNumber,price\nH-2,12\n' })
    const ask = (body: object, id = _id) => fixture.admin.call('PATCH', `/imports/${id}`, body)
    expectProblem(await ask({ action: 'check', columns: chosen({ Color: 'color' }) }), 422, 'invalid_input')
    expectProblem(
      await ask({ action: 'check', columns: chosen({ ['a'.repeat(201)]: 'price' }) }),
      422,
      'invalid_input',
    )
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`c${at}`, '']))
    expectProblem(await ask({ action: 'check', columns: chosen(many) }), 422, 'invalid_input')
    expectProblem(await ask({ action: 'check', columns: { a: 'price' } }), 422, 'invalid_input')
    expectProblem(await ask({ action: 'apply', columns: chosen({ a: 'price' }) }), 422, 'invalid_input')
    const pies = await upload({ kind: 'pies', file: '<PIES/>', name: 'pies.xml' })
    expectProblem(
      await ask({ action: 'check', columns: chosen({ a: 'price' }) }, pies._id),
      422,
      'invalid_input',
    )
    expect((await fixture.admin.call('GET', `/imports/${_id}`)).body.status).toBe('refused')
  })
})

test('a file can be checked again while the store has it, such as after its part was added', async () => {
  const { _id, status } = await upload({ file: 'partNumber,price\nG-1,12\n' })
  expect(status).toBe('refused')
  await stock('G-1')
  expect(await change(_id, 'check')).toMatchObject({ status: 'checked', counts: { changed: 1 } })
  await fixture.store.db.deleteFrom('import_files').where('import_id', '=', _id).execute()
  expect((await fixture.admin.call('GET', `/imports/${_id}`)).body).toMatchObject({ hasFile: false })
  for (const action of ['check', 'apply'])
    expectProblem(await fixture.admin.call('PATCH', `/imports/${_id}`, { action }), 409, 'import_changed')
})

test('an ACES file is uploaded with its map; an undo restores the vehicles', async () => {
  const id = await stock('A-1')
  const fits = {
    product_id: id,
    make: 'Honda',
    model: 'Civic',
    year_from: 2001,
    year_to: 2001,
    source: 'aces' as const,
  }
  await fixture.store.db.insertInto('fitments').values(fits).execute()
  const file =
    '<ACES version="4.2"><Header><SubmissionType>FULL</SubmissionType></Header><App action="A" id="1"><BaseVehicle id="7"/><Qty>2</Qty><Part>A-1</Part></App><Footer><RecordCount>1</RecordCount></Footer></ACES>'
  const refused = await upload({ kind: 'aces', file, name: 'aces.xml' })
  expect(refused.report?.problems).toMatchObject([{ code: 'unknown_base_vehicle', line: 1 }])
  const skipped = await upload({ kind: 'aces', file, name: 'aces.xml', skipUnknown: 'on' })
  expect(skipped).toMatchObject({ status: 'checked', report: { problems: [{ warning: true }] } })

  const map = 'base_vehicle_id,make,model,year\n7,Honda,Civic,2006\n'
  const { _id } = await upload({ kind: 'aces', file, map, name: 'aces.xml' })
  expect(await change(_id, 'apply')).toMatchObject({ status: 'applied', counts: { added: 1, removed: 1 } })
  const years = async () => {
    const { body } = await fixture.admin.call('GET', `/product/${id}/fitments`)
    return (body as { yearFrom: number }[]).map(({ yearFrom }) => yearFrom)
  }
  expect(await years()).toEqual([2006])
  expect(await change(_id, 'undo')).toMatchObject({
    status: 'undone',
    undoReport: { restored: 1, keptCount: 0 },
  })
  expect(await years()).toEqual([2001])
})

test('an undo leaves the vehicles that a later file changed as they are', async () => {
  const id = await stock('A-2')
  const app = (quantity: number, from: number) =>
    `<App action="A" id="1"><Years from="${from}" to="2009"/><Make>Honda</Make><Model>Civic</Model><Qty>${quantity}</Qty><Part>A-2</Part></App>`
  const bring = async (...apps: string[]) => {
    const file = `<ACES version="4.2"><Header><SubmissionType>FULL</SubmissionType></Header>${apps.join('')}<Footer><RecordCount>${apps.length}</RecordCount></Footer></ACES>`
    const { _id } = await upload({ kind: 'aces', file, name: 'aces.xml' })
    expect((await change(_id, 'apply')).status).toBe('applied')
    return _id
  }
  const lines = async () => {
    const { body } = await fixture.admin.call('GET', `/product/${id}/fitments`)
    return (body as { yearFrom: number; quantity: number; position: string | null }[]).map(
      ({ yearFrom, quantity, position }) => [yearFrom, quantity, position],
    )
  }
  const rear = (quantity: number) => app(quantity, 2001).replace('<Part>', '<Position id="30"/><Part>')
  await bring(app(2, 2006), rear(1))
  const second = await bring(app(4, 2004), rear(2))
  const third = await bring(app(6, 2003), rear(2))
  expect(await change(second, 'undo')).toMatchObject({
    undoReport: {
      restored: 1,
      kept: [
        { message: '1 of its new vehicles has been changed or removed in the meantime.', partNumber: 'A-2' },
      ],
    },
  })
  expect(await lines()).toEqual([
    [2001, 1, 'rear'],
    [2003, 6, null],
  ])
  await change(third, 'undo')
  expect(await lines()).toEqual([
    [2001, 1, 'rear'],
    [2004, 4, null],
  ])
})

test('a PIES file changes a part and adds numbers; an undo reverts both', async () => {
  const id = await stock('N-1')
  const file =
    '<PIES><Items><Item><PartNumber>N-1</PartNumber><Descriptions><Description DescriptionCode="SHO">New name</Description></Descriptions><PartInterchangeInfo><PartInterchange BrandLabel="OE"><PartNumber>OE-77</PartNumber></PartInterchange></PartInterchangeInfo></Item></Items><Trailer><ItemCount>1</ItemCount></Trailer></PIES>'
  const numbers = async () => {
    const rows = await fixture.store.db
      .selectFrom('part_numbers')
      .select('number')
      .where('product_id', '=', id)
      .orderBy('number')
      .execute()
    return rows.map(({ number }) => number)
  }
  const { _id } = await upload({ kind: 'pies', file, name: 'pies.xml' })
  expect(await change(_id, 'apply')).toMatchObject({ status: 'applied', counts: { changed: 1 } })
  expect(await rowOf(id)).toMatchObject({ name: 'New name' })
  expect(await numbers()).toEqual(['N-1', 'OE-77'])
  expect(await change(_id, 'undo')).toMatchObject({ undoReport: { restored: 1, kept: [] } })
  expect(await rowOf(id)).toMatchObject({ name: 'Part N-1' })
  expect(await numbers()).toEqual(['N-1'])
})

describe('an export', () => {
  const download = async (kind: string) => {
    const response = await fetch(`${fixture.store.url}/exports/${kind}`, {
      headers: { Authorization: `Bearer ${fixture.admin.token}` },
    })
    expect(response.status).toBe(200)
    return { text: await response.text(), headers: response.headers }
  }

  test.each([
    ['products', 'csv', 'text/csv; charset=utf-8'],
    ['pies', 'xml', 'application/xml; charset=utf-8'],
    ['aces', 'xml', 'application/xml; charset=utf-8'],
  ])('of %s is a file whose import changes nothing', async (kind, ending, type) => {
    await stock(`X-${kind}`)
    const { text, headers } = await download(kind)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="[a-z]+-\\d{4}-\\d{2}-\\d{2}\\.${ending}"$`),
    )
    if (kind !== 'aces') expect(text).toContain(`X-${kind}`)
    const again = await upload({ kind, file: text, name: `again.${ending}` })
    expect(again.report?.problems.filter(({ warning }) => !warning)).toEqual([])
    expect(again.counts).toMatchObject({ added: 0, changed: 0, removed: 0, refused: 0 })
  })

  test('contains thousands of parts completely, and stops when the client disconnects', async () => {
    const bulk = Array.from({ length: 1200 }, (_, at) => ({
      picture: fixture.picture,
      name: `Bulk ${at}`,
      about: 'Text.',
      price: 1,
      available: 5,
      minOrder: 1,
      partNumber: `BULK-${at}`,
    }))
    await insertProducts(fixture.store.db, null, bulk)
    const { text } = await download('products')
    expect(text.match(/BULK-/g)).toHaveLength(1200)
    const left = new AbortController()
    const response = await fetch(`${fixture.store.url}/exports/products`, {
      headers: { Authorization: `Bearer ${fixture.admin.token}` },
      signal: left.signal,
    })
    await response.body?.getReader().read()
    left.abort()
    expect((await fixture.admin.call('GET', '/imports?limit=1')).status).toBe(200)
  })

  test('does not exist for another kind', async () => {
    expectProblem(await fixture.admin.call('GET', '/exports/photos'), 404, 'not_found')
  })
})

test('an undo leaves parts that have got vehicles, a unit or a sale since', async () => {
  const line = (number: string) => `${number},Undo part,Text.,9,5,1,${fixture.picture}\n`
  const numbers = ['W-1', 'W-2', 'W-3', 'W-4']
  const { _id } = await upload({
    file: `partNumber,name,about,price,available,minOrder,picture\n${numbers.map(line).join('')}`,
  })
  await change(_id, 'apply')
  const [fitted, sets, onSale] = await Promise.all(
    numbers.map(async (number) => (await numbered(number))?.id ?? ''),
  )
  const { db } = fixture.store
  await sql`
    insert into fitments (product_id, make, model, year_from, year_to)
    values (${fitted}, 'Honda', 'Civic', 2006, 2011)`.execute(db)
  await db
    .updateTable('products')
    .set({ unit: 'pair' })
    .where('id', '=', sets ?? '')
    .execute()
  await db
    .updateTable('products')
    .set({ list_price_cents: 1200 })
    .where('id', '=', onSale ?? '')
    .execute()
  const { undoReport } = await change(_id, 'undo')
  expect(undoReport).toMatchObject({ restored: 1, keptCount: 3 })
  const kept = (undoReport?.kept ?? []).toSorted((a, b) => (a.partNumber < b.partNumber ? -1 : 1))
  expect(kept.map(({ partNumber, message }) => `${partNumber} ${message}`)).toEqual([
    'W-1 Not deleted: it has been changed in the meantime (vehicles).',
    'W-2 Not deleted: it has been changed in the meantime (unit).',
    'W-3 Not deleted: it has been changed in the meantime (sale price).',
  ])
})

test('an undo leaves parts that have got numbers of others, or a finished order, since', async () => {
  const line = (number: string) => `${number},Undo part,Text.,9,5,1,${fixture.picture}\n`
  const { _id } = await upload({
    file: `partNumber,name,about,price,available,minOrder,picture\n${['Y-1', 'Y-2', 'Y-3', 'Y-4'].map(line).join('')}`,
  })
  await change(_id, 'apply')
  const pies =
    '<PIES><Items><Item><PartNumber>Y-1</PartNumber><PartInterchangeInfo><PartInterchange BrandLabel="OE"><PartNumber>OE-Y1</PartNumber></PartInterchange></PartInterchangeInfo></Item></Items><Trailer><ItemCount>1</ItemCount></Trailer></PIES>'
  const other = await upload({ kind: 'pies', file: pies, name: 'pies.xml' })
  await change(other._id, 'apply')
  const deleted = await order(fixture.owner, (await numbered('Y-2'))?.id ?? '')
  expect((await fixture.owner.call('DELETE', `/order/${deleted}`)).body).toEqual({ deletedCount: 1 })
  await orderPaid(fixture.store, fixture.owner, (await numbered('Y-3'))?.id ?? '')
  const { undoReport } = await change(_id, 'undo')
  const kept = (undoReport?.kept ?? []).toSorted((a, b) => (a.partNumber < b.partNumber ? -1 : 1))
  expect(kept.map(({ partNumber, message }) => `${partNumber} ${message}`)).toEqual([
    'Y-1 Not deleted: it has been changed in the meantime (oeNumbers).',
    'Y-2 Not deleted: it has been ordered in the meantime.',
    'Y-3 Not deleted: it has been ordered in the meantime.',
  ])
  expect(undoReport).toMatchObject({ restored: 1, keptCount: 3 })
})

test('an undo restores the sales that prices of the file ended, unless the price or the sale has changed since', async () => {
  const numbers = ['S-1', 'S-2', 'S-3']
  const ids = await Promise.all(numbers.map((number) => stock(number)))
  const [ended, repriced, onSale] = ids
  const { db } = fixture.store
  await db.updateTable('products').set({ list_price_cents: 1500 }).where('id', 'in', ids).execute()
  const { _id } = await upload({
    file: `partNumber,price\n${numbers.map((number) => `${number},20\n`).join('')}`,
  })
  await change(_id, 'apply')
  expect(await rowOf(ended ?? '')).toMatchObject({ price_cents: 2000, list_price_cents: null })
  await fixture.admin.call('PATCH', `/product/${repriced}/price`, { price: 19, was: 20 })
  await db
    .updateTable('products')
    .set({ list_price_cents: 2500 })
    .where('id', '=', onSale ?? '')
    .execute()
  await change(_id, 'undo')
  expect(await rowOf(ended ?? '')).toMatchObject({ price_cents: 1000, list_price_cents: 1500 })
  expect(await rowOf(repriced ?? '')).toMatchObject({ price_cents: 1900, list_price_cents: null })
  expect(await rowOf(onSale ?? '')).toMatchObject({ price_cents: 1000, list_price_cents: 2500 })
})

test('an import of more than a month ago cannot be undone, not even in part', async () => {
  const id = await stock('M-1')
  const { _id } = await upload({ file: 'partNumber,price\nM-1,12\n' })
  await change(_id, 'apply')
  await sql`update imports set applied_at = now() - interval '31 days' where id = ${_id}`.execute(
    fixture.store.db,
  )
  expect((await fixture.admin.call('GET', `/imports/${_id}`)).body).toMatchObject({ canUndo: false })
  expectProblem(
    await fixture.admin.call('PATCH', `/imports/${_id}`, { action: 'undo' }),
    409,
    'import_changed',
  )
  expect(await rowOf(id)).toMatchObject({ price_cents: 1200 })
})

test('a file is applied once, however often this is requested', async () => {
  await stock('O-1')
  const { _id } = await upload({ file: 'partNumber,price\nO-1,77\n' })
  const responses = await Promise.all(
    [1, 2, 3].map(() => fixture.admin.call('PATCH', `/imports/${_id}`, { action: 'apply' })),
  )
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(2)
  expect((await settled(_id)).status).toBe('applied')
})

/** As at the next start. */
async function resume() {
  await resumeImports(fixture.store.shop)
  fixture.store.shop.jobs.wake()
}

test('the next process finishes what a process left when it ended', async () => {
  const id = await stock('L-1')
  const { _id } = await upload({ file: 'partNumber,price\nL-1,55\n' })
  await fixture.store.db.updateTable('imports').set({ status: 'applying' }).where('id', '=', _id).execute()
  await resume()
  expect((await settled(_id)).status).toBe('applied')
  expect(await rowOf(id)).toMatchObject({ price_cents: 5500 })
})

test('a step in which processes die repeatedly is given up, and one that was stopped gracefully is not', async () => {
  const id = await stock('L-2')
  const { _id } = await upload({ file: 'partNumber,price\nL-2,66\n' })
  const leave = (status: 'applying' | 'undoing', attempts: number) =>
    fixture.store.db.updateTable('imports').set({ status, attempts }).where('id', '=', _id).execute()
  await leave('applying', 3)
  await resume()
  expect((await settled(_id)).status).toBe('failed')
  expect(await rowOf(id)).toMatchObject({ price_cents: 1000 })
  // An admin may try it once more.
  expect((await change(_id, 'apply')).status).toBe('applied')
  await leave('undoing', 3)
  await resume()
  expect(await settled(_id)).toMatchObject({ status: 'applied', undoReport: { failed: true } })
  expect(await rowOf(id)).toMatchObject({ price_cents: 6600 })
  const undone = await change(_id, 'undo')
  expect(undone).toMatchObject({ status: 'undone', undoReport: { restored: 1 } })
  expect(undone.undoReport?.failed).toBeUndefined()
  expect(await rowOf(id)).toMatchObject({ price_cents: 1000 })

  await leave('applying', 2)
  await expect(runImport(fixture.store.shop, _id, AbortSignal.abort())).rejects.toThrow('aborted')
  const { attempts } = await fixture.store.db
    .selectFrom('imports')
    .select('attempts')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  expect(attempts).toBe(2)
  await fixture.store.db.updateTable('imports').set({ status: 'undone' }).where('id', '=', _id).execute()
})

test('the first of very many refused lines are listed, and the rest counted', async () => {
  const lines = Array.from({ length: 12_000 }, (_, at) => `R-${at},-1\n`).join('')
  const { report } = await upload({ file: `partNumber,price\n${lines}` })
  expect(report).toMatchObject({ ok: false, counts: { refused: 12_000 }, problemCount: 10_001 })
})

test('the first of very many changes are listed, and all are counted', async () => {
  const parts = Array.from({ length: 600 }, (_, at) => ({
    picture: fixture.picture,
    name: 'Part',
    about: 'Text.',
    price: 1,
    available: 5,
    minOrder: 1,
    partNumber: `Q-${at}`,
  }))
  await insertProducts(fixture.store.db, null, parts)
  const lines = parts.map(({ partNumber }) => `${partNumber},2\n`).join('')
  const { report } = await upload({ file: `partNumber,price\n${lines}` })
  expect(report).toMatchObject({ ok: true, changeCount: 600 })
  expect(report?.changes).toHaveLength(500)
})

test('an unknown part is listed with what it needs to be added', async () => {
  const { report } = await upload({ file: 'partNumber,price,brand\nTYPO-1,2,\nTYPO-2,,Wagner\n' })
  const problem = (line: number, message: string) => ({
    line,
    code: 'unknown_part',
    field: 'partNumber',
    message,
  })
  expect(report?.problems).toEqual([
    problem(
      2,
      'The store has no part TYPO-1. Correct the number; or, to add the part, fill in the column name.',
    ),
    problem(
      3,
      'The store has no part TYPO-2. Correct the number; or, to add the part, fill in the columns name and price.',
    ),
  ])
})

test('a file of 16 MB is stored as it was sent', async () => {
  const line = 'I-1,"Ä text, in quotes",1.50,\n'
  const file = `partNumber,about,price,Color\n${line.repeat(16_500_000 / Buffer.byteLength(line))}`
  const { _id } = await upload({ file })
  const { rows } = await sql<{ same: boolean }>`
    select bytes = convert_to(${file}, 'UTF8') as same from import_files where import_id = ${_id}`.execute(
    fixture.store.db,
  )
  expect(rows).toEqual([{ same: true }])
})

test('the list has the newest first, with pages', async () => {
  const first = await upload({ file: 'partNumber\n', name: 'first.csv' })
  const second = await upload({ file: 'partNumber\n', name: 'second.csv' })
  const list = await fixture.admin.call('GET', '/imports?limit=1')
  expect(list.body).toMatchObject([
    { _id: second._id, fileName: 'second.csv', createdBy: expect.any(String) },
  ])
  const next = await fixture.admin.call('GET', `/imports?limit=1&after=${second._id}`)
  expect(next.body).toMatchObject([{ _id: first._id }])
})

describe('an upload is refused', () => {
  test('without a file, or of an unknown kind', async () => {
    expectProblem(await post(formOf({})), 422, 'invalid_input')
    expectProblem(await post(formOf({ kind: 'photos', file: 'a' })), 422, 'invalid_input')
  })
  test('no upload is refused for its name, which may contain any letters', async () => {
    const { fileName, status } = await upload({ file: 'partNumber\n', name: 'Preise "Müller" 部品.csv' })
    expect({ fileName, status }).toEqual({ fileName: 'Preise "Müller" 部品.csv', status: 'checked' })
  })
  test('when it is larger than 16 MB', async () => {
    const file = new Uint8Array(16 * 2 ** 20 + 20_000)
    expectProblem(await post(formOf({ file })), 413, 'payload_too_large')
  })
  test('when its form ends too early, or has too many fields', async () => {
    const send = (body: string) =>
      fetch(`${fixture.store.url}/imports`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${fixture.admin.token}`,
          'Content-Type': 'multipart/form-data; boundary=edge',
        },
        body,
      })
    const field = (name: string) =>
      `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nproducts\r\n`
    for (const body of ['', field('kind'), 'no form at all', `${field('kind').repeat(30)}--edge--\r\n`])
      expect((await send(body)).status, body.slice(0, 80)).toBe(400)
  })
  test('when it is not a form', async () => {
    expectProblem(
      await fixture.admin.call('POST', '/imports', { kind: 'products' }),
      415,
      'unsupported_media_type',
    )
  })
})

// Last, after all of them.
test('every rule of the data holds after imports and undos', async () => {
  for (const { name, breaches } of INVARIANTS)
    expect((await sql.raw(breaches).execute(fixture.store.db)).rows, name).toEqual([])
})
