import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportProducts } from '#domain/imports/export-products.server.ts'
import { insertProducts } from '#domain/products/add-product.server.ts'
import { openFixture, type Fixture } from '../../tests/support/call-samples.ts'
import { importsOf } from '../../tests/support/imports.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
  const { db } = fixture.store
  const field = (
    category: string,
    name: string,
    unit: string,
    type: 'text' | 'number',
    position: number,
  ) => ({
    category,
    name,
    unit,
    type,
    position,
  })
  await db
    .insertInto('specification_fields')
    .values([
      field('Brakes', 'Thickness', 'mm', 'number', 0),
      field('Brakes', 'Type', '', 'text', 1),
      field('Hoses', 'Length', 'in', 'number', 0),
      field('Belts', 'Length', 'mm', 'number', 0),
      field('Belts', '__proto__', '', 'text', 1),
    ])
    .execute()
})
afterAll(() => fixture.store.close())

const upload = (file: string) => importsOf(fixture).upload({ file })
const change = (id: string, action: 'check' | 'apply' | 'undo', columns?: Record<string, string>) =>
  importsOf(fixture).change(id, action, columns && { columns })
/** Imports a file without errors. */
async function imported(file: string): Promise<string> {
  const { _id, report } = await upload(file)
  expect(report?.problems).toEqual([])
  expect(await change(_id, 'apply')).toMatchObject({ status: 'applied' })
  return _id
}
const refusals = async (file: string) =>
  (await upload(file)).report?.problems.map(({ line, field, message }) => `${line} ${field}: ${message}`)

async function stock(partNumber: string, category: string): Promise<string> {
  const values = {
    name: `Part ${partNumber}`,
    picture: '',
    about: 'A part.',
    price: 10,
    available: 5,
    minOrder: 1,
  }
  const [part] = await insertProducts(fixture.store.db, null, [{ ...values, partNumber, category }])
  return part?.id ?? ''
}
const show = async (id: string) => (await fixture.admin.call('GET', `/products/all/${id}`)).body
/** The specifications and numbers of a part, by their names. */
async function fieldsOf(id: string): Promise<string[]> {
  const fields = (await fixture.admin.call('GET', '/specifications')).body
  const { specifications, oeNumbers, otherNumbers, oldNumbers } = await show(id)
  const named = specifications.map(({ field, value }: { field: string; value: string }) => {
    const { category, name } = fields.find(({ _id }: { _id: string }) => _id === field)
    return `${category} ${name} ${value}`
  })
  return [...named.toSorted(), oeNumbers, otherNumbers, oldNumbers].filter(Boolean)
}
async function exported(): Promise<string> {
  const chunks: string[] = []
  for await (const chunk of exportProducts(fixture.store.db)) chunks.push(chunk)
  return chunks.join('')
}
const lastAudit = async (id: string) => (await fixture.admin.call('GET', `/audit?q=${id}&limit=1`)).body[0]

test('specifications and replaced numbers are set, found, exported, cleared, and put back by an undo', async () => {
  const id = await stock('SP-1', 'Brakes')
  const file =
    'partNumber,OE Number,Interchange,Supersedes,Thickness,spec: Type\nSP-1,"45022-SNA-A01;45022-sna-a00",D914,SP-0,16.8,Ceramic\n'
  const checked = await upload(file)
  expect(checked.report?.changes).toMatchObject([
    {
      fields: [
        { field: 'oeNumbers', before: '', after: '45022-SNA-A01, 45022-sna-a00' },
        { field: 'otherNumbers', before: '', after: 'D914' },
        { field: 'oldNumbers', before: '', after: 'SP-0' },
        { field: 'spec: Thickness (mm)', before: '', after: '16.8' },
        { field: 'spec: Type', before: '', after: 'Ceramic' },
      ],
    },
  ])
  expect(await fieldsOf(id)).toEqual([])
  await change(checked._id, 'apply')
  const all = ['Brakes Thickness 16.8', 'Brakes Type Ceramic', '45022-SNA-A01, 45022-sna-a00', 'D914', 'SP-0']
  expect(await fieldsOf(id)).toEqual(all)
  expect(await lastAudit(id)).toMatchObject({
    action: 'edit_product',
    after: { specifications: 'changed', replacedNumbers: 'changed' },
  })
  const { items } = (await fixture.admin.call('GET', '/catalogue/search?q=45022SNAA00')).body
  expect(items).toMatchObject([{ _id: id, matched: { kind: 'OE', number: '45022-sna-a00' } }])
  expect((await upload(file)).counts).toMatchObject({ changed: 0, unchanged: 1 })
  expect(await exported()).toContain(
    ',oeNumbers,otherNumbers,oldNumbers,weight,oversize,dangerous,coreDeposit,taxed,returnable,bin,spec: Length (mm),spec: __proto__,spec: Thickness (mm),spec: Type,spec: Length (in)\r\n',
  )
  expect(await exported()).toMatch(
    /^SP-1,.*,"45022-SNA-A01, 45022-sna-a00",D914,SP-0,,no,no,0,yes,yes,,,,16.8,Ceramic,\r$/m,
  )
  expect((await upload(await exported())).counts).toMatchObject({ added: 0, changed: 0, refused: 0 })

  // A blank cell leaves a value as it is.
  const cleared = await imported(
    'partNumber,oeNumbers,otherNumbers,Thickness,spec: Type\nSP-1,clear,,clear,\n',
  )
  expect(await fieldsOf(id)).toEqual(['Brakes Type Ceramic', 'D914', 'SP-0'])
  await change(cleared, 'undo')
  expect(await fieldsOf(id)).toEqual(all)
  await change(checked._id, 'undo')
  expect(await fieldsOf(id)).toEqual([])
})

test('an undo keeps what has been changed since, and puts the rest back', async () => {
  const id = await stock('SP-2', 'Brakes')
  const first = await imported('partNumber,OE Number,Supersedes,Thickness,spec: Type\nSP-2,A1,B1,1,Metal\n')
  await imported('partNumber,OE Number,Thickness\nSP-2,A2,2\n')
  const { undoReport } = await change(first, 'undo')
  expect(undoReport).toMatchObject({
    keptCount: 1,
    kept: [{ message: 'Changed in the meantime, and left as it is: oeNumbers, specifications.' }],
  })
  expect(await fieldsOf(id)).toEqual(['Brakes Thickness 2', 'A2'])
})

test('a new part has them at once, and its undo deletes it unless they have changed', async () => {
  const line = (number: string) => `${number},Pads,Text.,3,4,1,Brakes,OE-${number},5.5\n`
  const header = 'partNumber,name,about,price,available,minOrder,category,OE Number,Thickness\n'
  const one = await imported(header + line('SP-3'))
  const { items } = (await fixture.admin.call('GET', '/catalogue/search?q=OE-SP-3')).body
  expect(await fieldsOf(items[0]._id)).toEqual(['Brakes Thickness 5.5', 'OE-SP-3'])
  expect((await change(one, 'undo')).undoReport).toMatchObject({ restored: 1, keptCount: 0 })
  const two = await imported(header + line('SP-4'))
  await imported('partNumber,spec: Type\nSP-4,Metal\n')
  expect((await change(two, 'undo')).undoReport).toMatchObject({
    restored: 0,
    kept: [{ message: 'Not deleted: it has been changed in the meantime (specifications).' }],
  })
})

test('the category is that of the line, or else of the part; values of an earlier one stay', async () => {
  const id = await stock('SP-5', 'Brakes')
  await imported('partNumber,Thickness\nSP-5,3\n')
  await imported('partNumber,category,spec: Length\nSP-5,Hoses,20\n')
  expect(await fieldsOf(id)).toEqual(['Brakes Thickness 3', 'Hoses Length 20'])
  expect(await refusals('partNumber,category,Thickness\nSP-5,Hoses,3\nSP-5,clear,3\n')).toEqual([
    '2 spec: Thickness (mm): Hoses has no specification Thickness (mm). Add it in the dashboard (Specifications), or leave this cell blank.',
    '3 partNumber: Line 2 has the same part already. Remove one of the two lines.',
  ])
  expect(await refusals('partNumber,category,Thickness\nSP-5,clear,3\n')).toEqual([
    '2 spec: Thickness (mm): The part has no category, which its specifications depend on. Fill in its category.',
  ])
  // The export has those of the present category only, and the import leaves the others.
  expect((await upload(await exported())).counts).toMatchObject({ added: 0, changed: 0, refused: 0 })
})

test('what the form refuses is an error of its line and column, and changes nothing', async () => {
  const id = await stock('SP-6', 'Brakes')
  const wrong = async (columns: string, cells: string) =>
    (await refusals(`partNumber,${columns}\nSP-6,${cells}\n`))?.map((text) => text.slice(0, 110))
  expect(await wrong('Thickness,spec: Type', `thick,${'x'.repeat(300)}`)).toEqual([
    '2 spec: Thickness (mm): Thickness is a number, such as 16.8, without its unit',
    '2 spec: Type: Type: keep this to 100 characters',
  ])
  expect(await wrong('spec: Thickness (in)', '1')).toEqual([
    '2 spec: Thickness (in): Brakes has Thickness in mm. Convert the values of Thickness (in), and correct the head',
  ])
  expect(await wrong('spec: Colour', 'red')).toEqual([
    '2 spec: Colour: Brakes has no specification Colour. Add it in the dashboard (Specifications), or leave this ce',
  ])
  expect(await wrong('spec: Thickness,spec:thickness (MM)', '1,2')).toEqual([
    '1 spec: Thickness (mm): Two columns are read as spec: Thickness (mm). Remove one, rename it, or choose another',
  ])
  expect(await wrong('oeNumbers', 'A'.repeat(61))).toEqual([
    '2 oeNumbers: Keep each number to 60 characters, and put commas between them',
  ])
  expect(await wrong('oldNumbers', '"B1, 4.68769E+11"')).toEqual([
    '2 oldNumbers: 4.68769E+11: A spreadsheet has shortened this number, and its last digits are lost. Format the c',
  ])
  expect(await fieldsOf(id)).toEqual([])
  // Blank cells of specifications that the category has not are no errors.
  expect((await upload('partNumber,spec: Colour,spec: Length\nSP-6,,\n')).counts).toMatchObject({
    unchanged: 1,
  })
})

test('numbers that the form would refuse, or a spreadsheet would damage, come back as they were', async () => {
  const { db } = fixture.store
  const [one, two] = [await stock('SP-10', 'Belts'), await stock('SP-11', 'Belts')]
  const many = Array.from({ length: 501 }, (_, at) => `N-${at}`)
  const numbers = ['A, B', 'c', 'C', '1E+15', 'Jun-08'].map((number) => ({
    product_id: one,
    kind: 'OE' as const,
    number,
  }))
  await db
    .insertInto('part_numbers')
    .values([...numbers, ...many.map((number) => ({ product_id: two, kind: 'superseded' as const, number }))])
    .execute()
  const { counts, report } = await upload(await exported())
  expect(counts).toMatchObject({ added: 0, changed: 0, refused: 0 })
  expect(report?.problems).toEqual([])
})

test('an admin chooses the column of a heading that is not clear', async () => {
  const id = await stock('SP-7', 'Brakes')
  const { _id, report } = await upload('partNumber,Replaces,Thickness (in),Kind\nSP-7,OLD-7,4,Metal\n')
  expect(report?.headings?.slice(1)).toMatchObject([
    { heading: 'Replaces', column: '', unsure: 'oldNumbers' },
    { heading: 'Thickness (in)', column: '', unsure: 'spec: Thickness (mm)' },
    { heading: 'Kind', column: '' },
  ])
  const columns = {
    partNumber: 'partNumber',
    Replaces: 'otherNumbers',
    'Thickness (in)': 'spec: Thickness (mm)',
    Kind: 'spec: Type',
  }
  expect((await change(_id, 'check', columns)).report?.headings).toMatchObject(
    Object.values(columns).map((column) => ({ column })),
  )
  await change(_id, 'apply')
  expect(await fieldsOf(id)).toEqual(['Brakes Thickness 4', 'Brakes Type Metal', 'OLD-7'])
  const body = { action: 'check', columns: [{ heading: 'Kind', column: 'spec:' }] }
  expect((await fixture.admin.call('PATCH', `/imports/${_id}`, body)).status).toBe(422)
})

test('hostile names are names, and texts that look like formulas come back as they were', async () => {
  const id = await stock('SP-8', 'Belts')
  await imported("partNumber,__proto__,constructor,spec: Length\nSP-8,'=1+1,x,-1\n")
  expect(await fieldsOf(id)).toEqual(['Belts Length -1', 'Belts __proto__ =1+1'])
  expect(await exported()).toMatch(/^SP-8,.*,'-1,'=1\+1,,,\r$/m)
  expect((await upload(await exported())).counts).toMatchObject({ changed: 0, refused: 0 })
  await imported("partNumber,__proto__\nSP-8,'clear\n")
  expect(await fieldsOf(id)).toEqual(['Belts Length -1', 'Belts __proto__ clear'])
})

test('a part keeps at most as many specifications as its form can edit', async () => {
  const { db } = fixture.store
  const field = (name: string, position: number) => ({
    category: 'Many',
    name,
    unit: '',
    type: 'text' as const,
    position,
  })
  const ids = await db
    .insertInto('specification_fields')
    .values(Array.from({ length: 100 }, (_, at) => field(`Field ${at}`, at)))
    .returning('id')
    .execute()
  const id = await stock('SP-9', 'Belts')
  const stored = Object.fromEntries(ids.map(({ id: key }) => [key, 'x']))
  await db
    .updateTable('products')
    .set({ specifications: JSON.stringify(stored) })
    .where('id', '=', id)
    .execute()
  expect(await refusals('partNumber,spec: Length\nSP-9,1\n')).toEqual([
    '2 category: With those of its earlier categories the part would have more than 100 specifications. Leave these cells blank.',
  ])
})
