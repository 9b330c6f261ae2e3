import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPictureFetcher } from '#integrations/images/fetch-picture.ts'
import { type Fixture, openFixture } from '../../tests/support/call-samples.ts'
import { formOf, importsOf } from '../../tests/support/imports.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { quartersAs } from '../../tests/support/test-pictures.ts'

// Files of parts whose pictures are on other servers, or are uploaded with them.

let fixture: Fixture
let imports: ReturnType<typeof importsOf>
let server: Server
let port: string
const asked: string[] = []
beforeAll(async () => {
  fixture = await openFixture()
  imports = importsOf(fixture)
  const png = await quartersAs('png', 64, 48)
  const other = await quartersAs('png', 48, 64)
  server = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (url === '/missing.png') return response.writeHead(404).end()
    const body = url === '/broken.png' ? Buffer.from('not a picture') : url === '/b.png' ? other : png
    return response.writeHead(200, { 'Content-Type': 'image/png' }).end(body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  port = String((server.address() as AddressInfo).port)
})
afterAll(async () => {
  server.close()
  await fixture.store.close()
})

/** Lets the store ask the server of this test, which a real store would not. */
function allowThisMachine() {
  fixture.store.shop.fetchPicture = createPictureFetcher({
    ownHost: () => 'shop.example',
    isAllowed: (address) => address === '127.0.0.1',
    ports: [port],
    resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  })
}
const HEADER = 'partNumber,name,about,price,available,minOrder,picture'
const line = (number: string, picture: string) => `${number},Pads,Text.,12,4,1,"${picture}"`
const parts = (pattern: string) =>
  fixture.store.db
    .selectFrom('products')
    .select(['picture', 'more_pictures'])
    .where('part_number', 'like', pattern)
    .where('deleted_at', 'is', null)
    .orderBy('part_number')
    .execute()
const pictures = async (pattern: string) => (await parts(pattern)).map(({ picture }) => picture)
const morePictures = async (pattern: string) => (await parts(pattern)).map(({ more_pictures: more }) => more)

test('a picture inside the network is not fetched, and its part is imported without it', async () => {
  const file = [
    HEADER,
    line('IN-1', `http://127.0.0.1:${port}/a.png`),
    line('IN-2', 'http://169.254.169.254/a'),
  ]
  const { _id, counts } = await imports.upload({ file: file.join('\n') })
  expect(counts).toMatchObject({ added: 2, refused: 0 })
  const applied = await imports.change(_id, 'apply')
  expect(applied).toMatchObject({ status: 'applied', counts: { added: 2 } })
  expect(applied.report?.problems).toMatchObject([
    { line: 2, code: 'picture_not_fetched', field: 'picture', warning: true },
    { line: 3, message: expect.stringContaining('not on the public internet'), warning: true },
  ])
  expect(asked).toEqual([])
  expect(await pictures('IN-%')).toEqual(['', ''])
})

test('an import is applied together with its report: nothing is lost when the store is killed between them', async () => {
  allowThisMachine()
  const checked = await imports.upload({
    file: [HEADER, line('KB-1', `http://pictures.example:${port}/missing.png`)].join('\n'),
  })
  await sql`
    create function refuse_later_report() returns trigger language plpgsql as 'begin raise exception ''later''; end';
    create trigger later before update on imports for each row when (old.status = 'applied') execute function refuse_later_report()`.execute(
    fixture.store.db,
  )
  const applied = await imports.change(checked._id, 'apply')
  await sql`drop trigger later on imports; drop function refuse_later_report`.execute(fixture.store.db)
  expect(applied.report?.problems).toMatchObject([{ line: 2, code: 'picture_not_fetched' }])
  asked.splice(0)
})

test('pictures are fetched when the file is imported; a failure is listed with its line, and its part is not lost', async () => {
  allowThisMachine()
  const at = (name: string) => `http://pictures.example:${port}/${name}`
  const file = [
    HEADER,
    line('FE-1', at('a.png')),
    // As WooCommerce exports several.
    line('FE-2', `${at('a.png')}, ${at('b.png')}`),
    line('FE-3', at('missing.png')),
    line('FE-4', at('broken.png')),
    line('FE-5', ''),
  ]
  const checked = await imports.upload({ file: file.join('\n') })
  expect(checked).toMatchObject({ status: 'checked', counts: { added: 5 } })
  expect(asked).toEqual([])
  const applied = await imports.change(checked._id, 'apply')
  expect(applied).toMatchObject({ status: 'applied', canUndo: true })
  expect(applied.report?.problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '4 The part is imported without this picture. Its server responds with status 404.',
    expect.stringMatching(/^5 The part is imported without this picture\. /),
  ])
  expect(asked.toSorted()).toEqual(['/a.png', '/b.png', '/broken.png', '/missing.png'])
  const [first = '', ...others] = await pictures('FE-%')
  expect(first).toMatch(/^\/images\/[0-9a-f]{32}-64x48\.webp$/)
  expect(others).toEqual([first, '', '', ''])
  expect(await morePictures('FE-%')).toEqual(['', expect.stringContaining('-48x64.webp'), '', '', ''])
  expect((await fetch(fixture.store.url + first)).headers.get('content-type')).toBe('image/webp')

  // Once more: only parts without a picture are looked at.
  asked.splice(0)
  const again = await imports.upload({
    file: [HEADER, line('FE-1', at('other.png')), line('FE-5', at('b.png'))].join('\n'),
  })
  expect(again.counts).toMatchObject({ changed: 1, unchanged: 1 })
  await imports.change(again._id, 'apply')
  expect(asked).toEqual(['/b.png'])
  expect((await pictures('FE-%')).at(-1)).toMatch(/-48x64\.webp$/)
  await imports.change(again._id, 'undo')
  expect((await pictures('FE-%')).at(-1)).toBe('')
})

test('what is no URL and no picture of the store is refused', async () => {
  const file = [HEADER, line('NO-1', 'pads.png'), line('NO-2', 'file:///etc/passwd')].join('\n')
  const { report } = await imports.upload({ file })
  expect(report?.problems.map(({ line, code }) => `${line} ${code}`)).toEqual([
    '2 foreign_picture',
    '3 foreign_picture',
  ])
})

test('pictures that were uploaded with the file are those of their name, or of the part with it as number', async () => {
  const { picture } = fixture
  const uploaded = (name: string, url = picture) => ({ name, url })
  const given = [
    uploaded('Front.PNG'),
    uploaded('up 2.jpg', `${fixture.store.url}${picture}`),
    uploaded('UP34.webp'),
    uploaded('other.png'),
  ]
  const file = [HEADER, line('UP-1', 'front.png'), line('UP2', ''), line('UP3/4', ''), line('UP-5', '')].join(
    '\n',
  )
  const checked = await imports.upload({ file, pictures: JSON.stringify(given) })
  expect(checked.report?.problems).toMatchObject([
    { line: 1, code: 'unused_picture', message: expect.stringContaining('other.png'), warning: true },
  ])
  await imports.change(checked._id, 'apply')
  expect(await pictures('UP%')).toEqual([picture, '', picture, picture])
})

test('a column has the other pictures of parts, by name, URL or path; files count only for parts without', async () => {
  allowThisMachine()
  const { picture } = fixture
  const at = (name: string) => `http://pictures.example:${port}/${name}`
  const header = `${HEADER},morePictures`
  const more = (number: string, first: string, others: string) => `${line(number, first)},"${others}"`
  const given = [{ name: 'side view.png', url: picture }]
  const file = [
    header,
    more('MO-1', at('a.png'), `${at('b.png')} ${picture}`),
    more('MO-2', '', `Side View.png | ${at('b.png')}`),
    more('MO-3', at('a.png'), at('missing.png')),
    // The first picture once more.
    more('MO-4', picture, `${fixture.store.url}${picture}`),
  ].join('\n')
  const checked = await imports.upload({ file, pictures: JSON.stringify(given) })
  expect(checked).toMatchObject({ counts: { added: 4 } })
  const applied = await imports.change(checked._id, 'apply')
  expect(applied.report?.problems).toMatchObject([{ line: 4, code: 'picture_not_fetched' }])
  const tall = expect.stringMatching(/^\/images\/\S+-48x64\.webp$/)
  const [first = '', second = '', ...rest] = await morePictures('MO-%')
  expect(first.split(' ')).toEqual([tall, picture])
  expect(second.split(' ')).toEqual([picture, tall])
  expect(rest).toEqual(['', ''])

  asked.splice(0)
  const again = await imports.upload({
    file: [header, more('MO-1', '', at('a.png')), more('MO-2', '', second), more('MO-4', '', '')].join('\n'),
  })
  expect(again.counts).toMatchObject({ changed: 0, unchanged: 3 })

  const exported = await fetch(`${fixture.store.url}/exports/products`, {
    headers: { Authorization: `Bearer ${fixture.admin.token}` },
  })
  const reimported = await imports.upload({ file: await exported.text() })
  expect(reimported.counts).toMatchObject({ added: 0, changed: 0, refused: 0 })

  const changed = await imports.upload({
    file: [header, more('MO-1', '', 'clear'), more('MO-2', '', picture), more('MO-3', '', picture)].join(
      '\n',
    ),
  })
  expect(changed.counts).toMatchObject({ changed: 3 })
  await imports.change(changed._id, 'apply')
  expect(await morePictures('MO-%')).toEqual(['', picture, picture, ''])
  await imports.change(changed._id, 'undo')
  expect(await morePictures('MO-%')).toEqual([first, second, '', ''])
})

test('of dropped pictures whose names begin with a part number, the others are its further ones', async () => {
  const { picture } = fixture
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(await quartersAs('png', 80, 60))]), 'part.png')
  const sent = await fetch(`${fixture.store.url}/images`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${fixture.admin.token}` },
  })
  const other = ((await sent.json()) as { data: { url: string } }).data.url
  const given = [
    { name: 'DM-1_10.png', url: other },
    { name: 'dm-1_2.png', url: picture },
    { name: 'DM-2 (2).png', url: other },
    { name: 'DM-2.png', url: picture },
    { name: 'DM_04.png', url: other },
  ]
  const numbers = ['DM-1', 'DM-2', 'DM-3', 'DM_04']
  const file = [HEADER, ...numbers.map((number) => line(number, ''))].join('\n')
  const { _id: id, report } = await imports.upload({ file, pictures: JSON.stringify(given) })
  expect(report?.problems).toEqual([])
  await imports.change(id, 'apply')
  const path = new URL(other).pathname
  expect(await pictures('DM%')).toEqual([picture, picture, '', path])
  expect(await morePictures('DM%')).toEqual([path, path, '', ''])
})

test('a line with more pictures than a part can have is refused', async () => {
  const nine = Array.from({ length: 9 }, (_, at) => `https://pictures.example/${at}.png`).join(' ')
  const { report } = await imports.upload({
    file: [`${HEADER},morePictures`, `${line('TM-1', '')},${nine}`].join('\n'),
  })
  expect(report?.problems).toMatchObject([{ line: 2, code: 'too_many_pictures', field: 'morePictures' }])
})

test('only pictures of the store are taken with a file', async () => {
  const stolen = JSON.stringify([{ name: 'a.png', url: '/images/elsewhere.webp' }])
  const { report } = await imports.upload({
    file: [HEADER, line('ST-1', 'a.png')].join('\n'),
    pictures: stolen,
  })
  expect(report?.problems).toMatchObject([{ line: 2, code: 'foreign_picture' }])
  const many = JSON.stringify(Array.from({ length: 501 }, () => ({ name: 'a.png', url: '/a' })))
  for (const wrong of [
    '{',
    '[1]',
    '{}',
    many,
    `[{"name":"${'a'.repeat(201)}","url":"/a"}]`,
    'a'.repeat(1_000_001),
  ])
    expectProblem(await imports.post(formOf({ file: HEADER, pictures: wrong })), 422, 'invalid_input')
})
