import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { UnreadableFileError } from '../unreadable-file.ts'
import { decodeXml } from '../xml/decode-xml.ts'
import { unzipped } from '../xml/unzip.ts'
import { type AcesApp, type AcesRecord, readAces } from './read-aces.ts'

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ACES version="4.2"><Header><SubmissionType>FULL</SubmissionType></Header>\n'
const FOOT = '<Footer><RecordCount>1</RecordCount></Footer></ACES>'
const APP =
  '<App action="A" id="1"><BaseVehicle id="7"/><Qty>2</Qty><PartType id="1896"/><Part>R1</Part></App>\n'

/** The bytes in chunks of `size`, as a file may arrive. */
function* chunks(bytes: Uint8Array, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const one of all) collected.push(one)
  return collected
}

async function readBytes(bytes: Uint8Array, size = 7): Promise<AcesRecord[]> {
  return collect(readAces(decodeXml(unzipped(Readable.from(chunks(bytes, size))))))
}
const read = (text: string) => readBytes(Buffer.from(text))
const firstApp = async (text: string) =>
  (await read(`${HEAD}${text}${FOOT}`)).find((record): record is AcesApp => record.kind === 'app')

async function problemOf(bytes: string | Uint8Array): Promise<string> {
  try {
    await readBytes(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
  } catch (error) {
    if (error instanceof UnreadableFileError) return `${error.problem.line} ${error.problem.code}`
    throw error
  }
  return 'none'
}

test('an application is read completely, from any version, in chunks of any size', async () => {
  const app = await firstApp(`<App action="A" id="1" ref="x">
    <Years from="2001" to="2003"/><Make id="47">Honda</Make><Model id="2">Civic &amp; CRX</Model>
    <SubModel id="3"/><EngineBase id="9">L4 1.8L</EngineBase>
    <Qual id="5"><param value="1.75" uom="in"/><text>with 1.75in Driveshaft</text></Qual>
    <Qual id="6"><param value="5" uom="lug"/><text>with 50 amp fuse</text></Qual>
    <Note>288mm <![CDATA[<Front>]]> Rotor</Note><Note></Note><Qty>2</Qty><PartType id="1896"/>
    <MfrLabel>Plus</MfrLabel><Position id="30"/><Part BrandAAIAID="BMNN"> R11280 </Part></App>`)
  expect(app).toMatchObject({
    line: 3,
    action: 'A',
    baseVehicle: null,
    make: { id: '47', text: 'Honda', line: 4 },
    model: { text: 'Civic & CRX' },
    years: { from: '2001', to: '2003', line: 4 },
    attributes: [
      { name: 'SubModel', id: '3', text: '' },
      { name: 'EngineBase', id: '9', text: 'L4 1.8L' },
    ],
    qualifiers: ['with 1.75in Driveshaft', 'with 50 amp fuse (5 lug)'],
    notes: ['288mm <Front> Rotor'],
    quantity: { text: '2' },
    partType: '1896',
    position: { id: '30' },
    part: { number: 'R11280' },
  })
})

test('a real file is read completely, with its line numbers', async () => {
  const bytes = createReadStream('tests/support/catalogs/aces-3.1-air-filters.xml')
  const records = await collect(readAces(decodeXml(bytes)))
  expect(records).toHaveLength(68)
  expect(records[0]).toMatchObject({ kind: 'header', submission: 'Full' })
  expect(records[2]).toMatchObject({ line: 23, position: { id: '341221', line: 27 } })
  expect(records.at(-1)).toMatchObject({ kind: 'footer', records: '66' })
})

test('ISO-8859-1 and UTF-8 are read as declared', async () => {
  const note = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><ACES version="3.0"><Header/><App><Note>für Coupé</Note></App><Footer/></ACES>`
  for (const [encoding, node] of [
    ['ISO-8859-1', 'latin1'],
    ['utf-8', 'utf8'],
  ] as const) {
    const [, app] = await readBytes(Buffer.from(note(encoding), node), 3)
    expect(app).toMatchObject({ notes: ['für Coupé'] })
  }
  const spaced = note('ISO-8859-1').replace('encoding=', 'encoding = ')
  expect((await readBytes(Buffer.from(spaced, 'latin1'), 3))[1]).toMatchObject({ notes: ['für Coupé'] })
  expect(await problemOf(Buffer.from(note('UTF-8'), 'latin1'))).toBe('1 wrong_encoding')
  expect(await problemOf(note('EBCDIC'))).toBe('1 wrong_encoding')
  expect(await problemOf(Buffer.from(`\uFEFF${note('UTF-16')}`, 'utf16le'))).toBe('1 wrong_encoding')
})

describe('a file that is not a complete ACES file is refused, with the line', () => {
  test.each([
    ['nothing', '', '1 empty_file'],
    ['a table', 'part,make\n1,2\n', '1 not_xml'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), '1 not_xml'],
    ['NUL bytes', `${HEAD}${APP}\0${FOOT}`, '1 not_text'],
    ['another format', '<?xml version="1.0"?>\n<PIES version="7.2"></PIES>', '2 not_aces'],
    ['an old version', '<ACES version="1.08"></ACES>', '1 unknown_version'],
    ['half a file', `${HEAD}${APP}<App`, '4 broken_xml'],
    ['a file without its end', `${HEAD}${APP}${APP}`, '5 broken_xml'],
    ['a wrong end tag', `${HEAD}${APP}<App><Part>1</Prat></App>${FOOT}`, '4 broken_xml'],
    ['a bare ampersand', `${HEAD}<App>\n<Part>A & B</Part></App>${FOOT}`, '4 broken_xml'],
    ['no footer', `${HEAD}${APP}</ACES>`, '1 missing_footer'],
    ['a document type', `<!DOCTYPE a [<!ENTITY b "c">]>\n${HEAD.slice(39)}`, '1 document_type'],
    ['entities', `${HEAD}<App><Note>&xxe;</Note></App>${FOOT}`, '3 broken_xml'],
    ['elements in elements', `${HEAD}<App>${'<a>'.repeat(30)}`, '3 too_deep'],
    ['endless elements', `${HEAD}<App>${'<a/>'.repeat(6_000)}`, '3 too_large'],
    ['endless text', `${HEAD}<App><Note>${'a'.repeat(1_100_000)}`, '3 too_large'],
    ['a section full of tags', `${HEAD}<App><Note><![CDATA[${'<'.repeat(1_100_000)}`, '3 too_large'],
    ['a comment full of tags', `${HEAD}<!--${'<a>'.repeat(400_000)}`, '3 too_large'],

    ['an endless tag', `${HEAD}<App a="${'b'.repeat(1_100_000)}`, '3 too_large'],
    [
      'a record full of texts',
      `${HEAD}<App>${`<Note>${'a'.repeat(999)}</Note>`.repeat(1_100)}`,
      '3 too_large',
    ],
    [
      'a record full of attributes',
      `${HEAD}<App>${`<Note a="${'a'.repeat(999)}"/>`.repeat(1_100)}`,
      '3 too_large',
    ],
  ])('%s', async (_, bytes, problem) => {
    expect(await problemOf(bytes)).toBe(problem)
  })
})

describe('archives', () => {
  const xml = Buffer.from(HEAD + APP + FOOT)
  const zip = (files: Record<string, Uint8Array>) => Buffer.from(zipSync(files))

  test('a file in a zip archive is read', async () => {
    const records = await readBytes(zip({ 'readme.txt': xml, 'ACES.XML': xml }), 50)
    expect(records).toHaveLength(3)
  })

  test('refuses archives that are broken, too large when unpacked, or without exactly one file', async () => {
    const whole = zip({ 'a.xml': Buffer.concat([xml, Buffer.alloc(100_000, 'x')]) })
    expect(await problemOf(whole.subarray(0, 200))).toBe('1 broken_zip')
    expect(await problemOf(zip({ 'a.txt': xml }))).toBe('1 broken_zip')
    expect(await problemOf(zip({ 'a.xml': xml, 'b.xml': xml }))).toBe('1 broken_zip')
    const bomb = zip({ 'a.xml': Buffer.alloc(5_000_000, ' ') })
    const unpack = collect(unzipped(Readable.from(chunks(bomb, 64_000)), 2 ** 20))
    await expect(unpack).rejects.toThrow('more than 1 MB')
  })
})
