// Long because it tests all that lines of a file of parts mean on one store: columns, blank cells, new parts, errors.

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportDetails } from '#domain/imports/imported-file.ts'
import * as paths from '#paths.ts'
import { type Fixture, openFixture } from '../../tests/support/call-samples.ts'
import { importsOf } from '../../tests/support/imports.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'

let fixture: Fixture
let imports: ReturnType<typeof importsOf>
beforeAll(async () => {
  fixture = await openFixture()
  imports = importsOf(fixture)
})
afterAll(() => fixture.store.close())

async function stock(partNumber: string, given: object = {}): Promise<string> {
  const id = await stockProduct(fixture.store, { name: `Part ${partNumber}`, price: 10, available: 5 })
  await fixture.store.db
    .updateTable('products')
    .set({ part_number: partNumber, picture: fixture.picture, ...given })
    .where('id', '=', id)
    .execute()
  return id
}
const partsLike = (pattern: string) =>
  fixture.store.db
    .selectFrom('products')
    .selectAll()
    .where('part_number', 'like', pattern)
    .where('deleted_at', 'is', null)
    .orderBy('part_number')
    .execute()
const download = async (address: string) => {
  const response = await fetch(`${fixture.store.url}${address}`, {
    headers: { Authorization: `Bearer ${fixture.admin.token}` },
  })
  expect(response.status).toBe(200)
  return response.text()
}

test('the template adds its two parts', async () => {
  const file = await readFile(path.join(import.meta.dirname, '../../public', paths.partsTemplate))
  const { report, counts } = await imports.upload({ file: new Uint8Array(file) })
  expect(report?.problems).toEqual([])
  expect(counts).toMatchObject({ added: 2, refused: 0 })
  expect(report?.additions).toEqual([
    { line: 2, partNumber: 'BRK-1210', name: 'Brake Pads, Front', price: 45.99 },
    { line: 3, partNumber: 'FLT-3045', name: 'Oil Filter', price: 8.5 },
  ])
})

describe('the columns of a file with the headings of another system', () => {
  test('are guessed, and shown with the first lines; what is unsure is left out', async () => {
    const file = [
      'Variant SKU,Title,Body (HTML),Vendor,Type,Variant Price,MSRP,Variant Inventory Qty,MOQ,Color',
      ...Array.from({ length: 7 }, (_, at) => `GU-${at},Pads,<p>Ceramic</p>,Wagner,Brakes,12.5,15,4,1,2 lb`),
    ].join('\n')
    const checked = await imports.upload({ file })
    expect(checked).toMatchObject({ status: 'checked', counts: { added: 7 } })
    expect(checked.report?.headings).toEqual([
      { heading: 'Variant SKU', column: 'partNumber', guessed: true },
      { heading: 'Title', column: 'name', guessed: true },
      { heading: 'Body (HTML)', column: 'about', guessed: true },
      { heading: 'Vendor', column: 'brand', guessed: true },
      { heading: 'Type', column: 'category', guessed: true },
      { heading: 'Variant Price', column: 'price', guessed: true },
      { heading: 'MSRP', column: '', unsure: 'price' },
      { heading: 'Variant Inventory Qty', column: 'available', guessed: true },
      { heading: 'MOQ', column: 'minOrder', guessed: true },
      { heading: 'Color', column: '' },
    ])
    expect(checked.report?.samples).toHaveLength(5)
    expect(checked.report?.samples?.[1]?.slice(0, 3)).toEqual(['GU-1', 'Pads', '<p>Ceramic</p>'])
    await imports.change(checked._id, 'apply')
    const [first] = await partsLike('GU-%')
    expect(first).toMatchObject({
      name: 'Pads',
      about: 'Ceramic',
      brand: 'Wagner',
      price_cents: 1250,
      available: 4,
    })
  })

  test('are those that an admin chose, once chosen', async () => {
    const { _id } = await imports.upload({ file: 'SKU,Retail,MSRP\nGC-1,12,15\n' })
    await stock('GC-1')
    const columns = { SKU: 'partNumber', Retail: 'price', MSRP: '' }
    const checked = await imports.change(_id, 'check', { columns })
    expect(checked.report?.changes).toMatchObject([
      { name: 'Part GC-1', fields: [{ field: 'price', after: '12' }] },
    ])
    expect(checked.report?.headings?.map(({ guessed }) => guessed)).toEqual([undefined, undefined, undefined])
  })
})

test('columns with the same heading are chosen one by one', async () => {
  const { _id, report } = await imports.upload({
    file: 'SKU,Description,Price,Qty,MOQ,Description\nRH-1,Brake pads,12,4,1,Ceramic.\n',
  })
  const headings = report?.headings ?? []
  expect(headings.map(({ column, unsure }) => unsure ?? column)).toEqual([
    'partNumber',
    'name',
    'price',
    'available',
    'minOrder',
    'name',
  ])
  const own = ['partNumber', 'name', 'price', 'available', 'minOrder', 'about']
  const columns = headings.map(({ heading }, at) => ({ heading, column: own[at] ?? '' }))
  await fixture.admin.call('PATCH', `/imports/${_id}`, { action: 'check', columns })
  const checked = await imports.settled(_id)
  expect(checked).toMatchObject({ status: 'checked', counts: { added: 1 } })
  expect(checked.report?.headings?.map(({ column }) => column)).toEqual(own)
  await imports.change(_id, 'apply')
  expect(await partsLike('RH-1')).toMatchObject([{ name: 'Brake pads', about: 'Ceramic.' }])
})

describe('a new part of which a line says less than the form asks for', () => {
  const assumed = ({ report }: ImportDetails) =>
    report?.problems.map(({ line, code, field, message, warning }) => {
      expect([code, warning]).toEqual(['assumed_value', true])
      return `${line} ${field}: ${message}`
    })

  test('is added with the rest assumed, which the preview says; later files change only what they give', async () => {
    const long = `${'Ceramic pads for the front axle, '.repeat(8)}in pairs.`
    const file = [
      'Part #,Description,List Price,Qty',
      'AS-1,Brake pads,$12.50,4',
      'AS-2,Oil filter,8.5,',
      `AS-3,"<p>${long}</p><p>More.</p>",9,2`,
    ].join('\n')
    const checked = await imports.upload({ file })
    expect(checked).toMatchObject({ status: 'checked', counts: { added: 3, refused: 0 } })
    expect(assumed(checked)).toEqual([
      '2 name: 3 new parts have no name: the beginning of the description is taken.',
      '2 minOrder: 3 new parts have no minimum order: 1 is assumed.',
      '3 available: 1 new part has no available quantity: 0 is assumed, which shows as sold out.',
    ])
    expect(checked.report?.additions?.map(({ name }) => name)).toEqual([
      'Brake pads',
      'Oil filter',
      long.slice(0, 80),
    ])
    const applied = await imports.change(checked._id, 'apply')
    expect(assumed(applied)).toEqual(assumed(checked))
    expect(await partsLike('AS-%')).toMatchObject([
      { name: 'Brake pads', about: 'Brake pads', price_cents: 1250, available: 4, min_order: 1 },
      { name: 'Oil filter', about: 'Oil filter', price_cents: 850, available: 0, min_order: 1 },
      {
        name: expect.stringMatching(/^Ceramic pads .{150,} front axle…$/),
        about: `${long}\nMore.`,
        min_order: 1,
      },
    ])
    expect(await imports.upload({ file })).toMatchObject({ counts: { added: 0, changed: 0, unchanged: 3 } })

    await fixture.store.db
      .updateTable('products')
      .set({ name: 'Pads', min_order: 2 })
      .where('part_number', '=', 'AS-1')
      .execute()
    const again = await imports.upload({ file: 'Part #,Description,List Price\nAS-1,Brake pads,11\n' })
    expect(again.report?.changes).toMatchObject([
      { fields: [{ field: 'price', before: '12.5', after: '11' }] },
    ])
    expect(again.report?.problems).toEqual([])
  })

  test('has its name as the description if it has none, as in an export of another shop system', async () => {
    const file = [
      'Title,Body,Vendor,SKU,Price,Qty,Image Src',
      'Pads,<p>Ceramic.</p>,Wagner,AT-1,12,4,',
      'Filter,,Wagner,AT-2,8,1,',
    ].join('\n')
    const checked = await imports.upload({ file })
    expect(assumed(checked)).toEqual([
      '2 minOrder: 2 new parts have no minimum order: 1 is assumed.',
      '3 about: 1 new part has no description: the name is taken.',
    ])
    await imports.change(checked._id, 'apply')
    expect(await partsLike('AT-%')).toMatchObject([
      { name: 'Pads', about: 'Ceramic.' },
      { name: 'Filter', about: 'Filter' },
    ])
  })

  test('is still that of the store if its number differs only in signs', async () => {
    await stock('AU/45.6')
    const { report } = await imports.upload({ file: 'Part #,Description,List Price\nAU-456,Pads,11\n' })
    expect(report?.changes).toMatchObject([{ partNumber: 'AU/45.6' }])
    expect(report?.problems.map(({ code }) => code)).toEqual(['other_spelling'])
  })
})

describe('a blank cell, the word clear, and 0', () => {
  test('are told apart: left as it is, emptied, and none', async () => {
    await stock('CL-1', { brand: 'Wagner', category: 'Brakes' })
    const { _id, report } = await imports.upload({
      file: 'partNumber,brand,category,available,price,picture\nCL-1,clear,,0,,Clear\n',
    })
    expect(report?.changes[0]?.fields.map(({ field, after }) => [field, after])).toEqual([
      ['brand', ''],
      ['available', '0'],
      ['picture', ''],
    ])
    await imports.change(_id, 'apply')
    const cleared = { brand: '', category: 'Brakes', available: 0, price_cents: 1000, picture: '' }
    expect(await partsLike('CL-1')).toMatchObject([cleared])
    await imports.change(_id, 'undo')
    expect(await partsLike('CL-1')).toMatchObject([
      { brand: 'Wagner', available: 5, picture: fixture.picture },
    ])
  })

  test('clear is refused where a value is required, and 0 where it is too little', async () => {
    await stock('CL-2')
    const { report } = await imports.upload({
      file: 'partNumber,name,about,price,available,minOrder\nCL-2,clear,Clear,CLEAR,clear,clear\nCL-2,,,0,,0\n',
    })
    expect(report?.problems.map(({ line, code, field }) => `${line} ${code} ${field}`)).toEqual([
      '2 cannot_clear name',
      '2 cannot_clear about',
      '2 cannot_clear price',
      '2 cannot_clear available',
      '2 cannot_clear minOrder',
      '3 invalid_input price',
      '3 invalid_input minOrder',
    ])
  })

  test('the word itself is written after an apostrophe, as exports do', async () => {
    await stock('CL-3', { brand: 'Clear', name: "'clear", category: '' })
    const text = await download('/exports/products')
    expect(text).toContain(`CL-3,''clear,'Clear,,`)
    const again = await imports.upload({ file: text })
    expect(again).toMatchObject({ status: 'checked', counts: { added: 0, changed: 0, refused: 0 } })
  })
})

describe('a file with errors', () => {
  const HEADER = 'partNumber,name,about,price,available,minOrder'
  const good = (at: number) => `LO-${at},"Pads, ${at}",Text.,12,4,1`

  test('is imported without those lines when an admin says so, and its undo covers what was imported', async () => {
    const file = [
      HEADER,
      ...Array.from({ length: 48 }, (_, at) => good(at)),
      '"LO-X1","Pads, X",Text.,€12,-4,1',
      'LO-X2,=Pads,Text.,12,4,0',
    ].join('\n')
    const checked = await imports.upload({ file })
    expect(checked).toMatchObject({
      status: 'refused',
      counts: { added: 48, refused: 2 },
      report: { ok: false, canLeaveOut: true },
      hasRefusedLines: true,
    })
    const lines = await download(`/imports/${checked._id}/refused-lines`)
    expect(lines.split('\r\n').slice(0, 2)).toEqual([
      `${HEADER},Reason`,
      expect.stringMatching(
        /^LO-X1,"Pads, X",Text\.,€12,'-4,1,"Write the price .* Available Quantity cannot/,
      ),
    ])
    expect(lines).toContain("LO-X2,'=Pads,Text.,12,4,0,Minimum Order must be at least 1")

    const whole = await fixture.admin.call('PATCH', `/imports/${checked._id}`, { action: 'apply' })
    expectProblem(whole, 409, 'import_changed')
    const applied = await imports.change(checked._id, 'apply', { leaveOut: true })
    expect(applied).toMatchObject({ status: 'applied', counts: { added: 48, refused: 2 }, canUndo: true })
    expect(await partsLike('LO-%')).toHaveLength(48)
    expect(await download(`/imports/${checked._id}/refused-lines`)).toBe(lines)

    const corrected = await imports.upload({
      file: lines.replace('€12', '12').replace("'-4", '4').replace(',0,', ',1,'),
    })
    expect(corrected).toMatchObject({ status: 'checked', counts: { added: 2, refused: 0 } })
    expect(corrected.report?.ignored).toEqual(['Reason'])

    expect(await imports.change(checked._id, 'undo')).toMatchObject({
      undoReport: { restored: 48, kept: [] },
    })
    expect(await partsLike('LO-%')).toEqual([])
  })

  test('is not imported in part if it cannot be read to its end, or if nothing is left', async () => {
    for (const file of [
      `${HEADER}\n${good(60)}\nLO-61,"Pads`,
      `name,price\nA,1\n`,
      `${HEADER}\nLO-62,Pads,Text.,x,4,1\n`,
    ]) {
      const { _id, status } = await imports.upload({ file })
      expect(status).toBe('refused')
      const response = await fixture.admin.call('PATCH', `/imports/${_id}`, {
        action: 'apply',
        leaveOut: true,
      })
      expectProblem(response, 409, 'import_changed')
    }
    expect(await partsLike('LO-6%')).toEqual([])
  })

  test('of which a line with too many cells is one', async () => {
    const { _id } = await imports.upload({ file: `${HEADER}\n${good(70)}\n${good(71)},more\n` })
    expect(await imports.change(_id, 'apply', { leaveOut: true })).toMatchObject({ status: 'applied' })
    expect(await partsLike('LO-7%')).toHaveLength(1)
  })

  test('lines are left out of files of parts only, and only when importing', async () => {
    const { _id } = await imports.upload({ kind: 'pies', file: '<PIES/>', name: 'pies.xml' })
    const ask = (body: object) => fixture.admin.call('PATCH', `/imports/${_id}`, body)
    expectProblem(await ask({ action: 'apply', leaveOut: true }), 422, 'invalid_input')
    expectProblem(await ask({ action: 'check', leaveOut: true }), 422, 'invalid_input')
    expectProblem(await ask({ action: 'apply', leaveOut: 'yes' }), 422, 'invalid_input')
    expectProblem(await fixture.admin.call('GET', `/imports/${_id}/refused-lines`), 404, 'not_found')
    expectProblem(await fixture.owner.call('GET', `/imports/${_id}/refused-lines`), 403, 'forbidden')
  })
})
