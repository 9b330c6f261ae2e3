import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { plainText } from '#domain/content/store-content.ts'
import { ContentError, readContent } from './read-content.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'driveline-content-'))
})
afterEach(() => rm(folder, { recursive: true }))

const settings = {
  demo: false,
  sender: { name: 'Bolt & Nut', address: 'a@example.com' },
  APP_URL: 'https://parts.example.com',
}
const write = async (file: string, content: string | Uint8Array) => {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
  await writeFile(path.join(folder, file), content)
}
const read = () => readContent({ ...settings, CONTENT_DIR: folder })
/** The problems reported at startup, one per line. */
const problems = async () => {
  const error: unknown = await read().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ContentError)
  return error instanceof ContentError ? error.message.split('\n').slice(1) : []
}
const logo = (body = '<path d="M0 0h9v9z"/>') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="48">${body}</svg>`
const article = '# Title\n\n> Question?\n\nShort.\n\n## Part\n\n'

test('The example in the documentation is valid', async () => {
  const docs = await readFile('docs/content.md', 'utf8')
  const examples = [...docs.matchAll(/^## `([^`]+)`$[\s\S]*?```\w+\n([\s\S]*?)\n```/gm)]
  expect(examples.map(([, file]) => file)).toEqual([
    'store.json',
    'portfolio.json',
    'articles/2026-11-02-when-to-change-a-belt.md',
  ])
  for (const [, file = '', text = ''] of examples) await write(file, text)
  await write('brands/acme.svg', logo())
  const { content, files } = await read()
  expect(content).toMatchObject({
    name: 'Bolt & Nut',
    since: 2019,
    timeZone: 'America/Chicago',
    contact: { address: ['12 River Street', 'Peoria, IL 61602'] },
    portfolio: { name: 'Sam Bolt' },
  })
  const [acme, norwick] = content.home.brands?.list ?? []
  expect(files.get(acme?.logo ?? '')?.type).toBe('image/svg+xml')
  expect(acme).toMatchObject({ name: 'Acme Filters', about: 'Filters for vans.' })
  expect(norwick).toEqual({ name: 'Norwick' })
  const [belt] = content.articles
  expect(belt).toMatchObject({
    slug: 'when-to-change-a-belt',
    published: '2026-11-02',
    title: 'When to change a timing belt',
    question: 'How long does a timing belt last?',
    minutes: 1,
  })
  expect(plainText(belt?.summary ?? [])).toMatch(/^Change it when the handbook says so/)
  expect(belt?.sections.map(({ blocks }) => blocks.map(({ kind }) => kind))).toEqual([
    ['paragraph', 'list', 'heading', 'list'],
    ['code'],
  ])
})

test('A time zone is a name that the store knows', async () => {
  await write('store.json', JSON.stringify({ timeZone: 'Central Time' }))
  expect(await problems()).toEqual(['  - store.json: timeZone: must be a time zone such as America/Chicago'])
})

test('Without content, a real store has only the name of its sender or its host', async () => {
  const { content, files } = await readContent(settings)
  expect(content).toEqual({
    name: 'Bolt & Nut',
    contact: { address: [], phones: [], emails: [], hours: [] },
    home: {},
    blogs: {},
    footer: [],
    articles: [],
    portfolio: null,
    sharePicture: null,
  })
  expect(files.size).toBe(0)
  expect((await read()).content).toEqual(content)
  for (const name of ['', 'a@example.com'])
    expect((await readContent({ ...settings, sender: { ...settings.sender, name } })).content.name).toBe(
      'parts.example.com',
    )
})

test('Only demo mode without CONTENT_DIR shows the demo’s content', async () => {
  const { content } = await readContent({ ...settings, demo: true })
  expect(content).toMatchObject({ name: 'Driveline', since: 1992 })
  expect(content.home.achievements?.counters).toEqual([
    { from: 60, to: 72, label: 'Countries' },
    { from: 440, to: 450, label: 'Complete Projects' },
    { from: 340, to: 355, label: 'Happy Client' },
  ])
  expect(content.home.text).toContain('250 brands across 42 categories')
  expect(content.footer.map(({ title, entries }) => [title, entries.length])).toEqual([
    ['Services', 4],
    ['Company', 4],
    ['Legal', 3],
  ])
  expect(content.articles.map(({ slug }) => slug)).toEqual([
    'react-performance',
    'react-state-management',
    'prototypal-inheritance',
    'unit-tests',
    'search-products-by-name',
  ])
  const own = await readContent({ ...settings, demo: true, CONTENT_DIR: folder })
  expect(own.content.since).toBeUndefined()
})

describe('The store does not start', () => {
  test('with invalid content, and lists every problem of every file', async () => {
    await write(
      'store.json',
      JSON.stringify({ nmae: 'x', since: '1992', contact: { phones: [{ label: 'a', number: 'call!' }] } }),
    )
    await write('portfolio.json', '{ "name": ')
    await write('articles/best.md', article)
    await write('share.jpg', 'no picture')
    const found = await problems()
    expect(found).toHaveLength(6)
    expect(found).toContain('  - store.json: since: must be a number')
    expect(found).toContain('  - store.json: nmae is not a known entry')
    expect(found.join('\n')).toContain('store.json: contact.phones.0.number: must be a telephone number')
    expect(found.join('\n')).toContain('portfolio.json: is not valid JSON')
    expect(found.join('\n')).toContain('articles/best.md: must be named by its date and slug')
    expect(found.join('\n')).toContain('share.jpg: is not a JPEG picture')
  })

  test.each([
    [{ contact: { adress: [] } }, 'contact: adress is not a known entry; did you mean address?'],
    [{ sinse: 1, x: 1 }, 'sinse is not a known entry; did you mean since?; x is not a known entry'],
    [{ constructor: 1 }, 'constructor is not a known entry'],
    ['Driveline', 'must be an object with fields'],
    [null, 'must be an object with fields'],
    [{ name: 7 }, 'name: must be text'],
    [{ name: 'x'.repeat(41) }, 'name: must have at most 40 characters'],
    [{ since: 1992.5 }, 'since: must be a whole number'],
    [{ since: Infinity }, 'since: must be a number'],
    [{ since: 1599 }, 'since: must be at least 1600'],
    [{ since: 2101 }, 'since: must be at most 2100'],
    [{ contact: { phones: [{}] } }, 'contact.phones.0.label: is missing'],
    [{ contact: { phones: {} } }, 'contact.phones: must be a list'],
    [
      { contact: { emails: [{ label: 'a', address: 'b' }] } },
      'contact.emails.0.address: must be an email address',
    ],
    [
      { footer: Array.from({ length: 5 }, () => ({ title: 'a', entries: ['b'] })) },
      'footer: must have at most 4 entries',
    ],
    [{ returnDays: 0 }, 'returnDays: must be at least 1'],
    [{ returnCondition: 'in its box' }, 'returnCondition: needs a number of days'],
    [{ footer: [{ title: 'a', entries: [] }] }, 'footer.0.entries: must have at least 1 entry'],
    [
      { home: { brands: { colors: 'red', list: [{ name: 'a' }] } } },
      'home.brands.colors: must be text or own',
    ],
  ])('with %j in store.json, and says so in people’s words', async (file, problem) => {
    await write('store.json', JSON.stringify(file).replace('"since":null', '"since":1e400'))
    const found = await problems()
    expect(found).toContain(`  - store.json: ${problem}`)
    expect(found.join()).not.toMatch(/invalid|expected|received|unrecognized|too (?:small|big)/i)
  })

  test.each([
    ['HTML', '<script>alert(1)</script>', /line 9: HTML cannot be shown/],
    ['HTML in a line', 'a <b>bold</b> word', /line 9: HTML cannot be shown/],
    ['a picture', '![x](https://example.com/x.png)', /line 9: a picture cannot be shown/],
    ['a link that runs', '[x](javascript:alert(1))', /line 9: the link "javascript:/],
    ['a protocol-relative link', '[x](//example.com)', /line 9: the link "\/\/example/],
    ['a reference', '[x][y]\n\n[y]: javascript:alert(1)', /line 9: .*cannot be shown/],
    ['a list in a list', '- a\n  - b', /line 10: a list item must be a single paragraph/],
    ['a quotation', '> said', /line 9: a quotation cannot be shown/],
    ['a second title', '# Again', /line 9: has a second/],
  ])('with %s in an article', async (_, markdown, problem) => {
    await write('articles/2026-01-02-a.md', article + markdown)
    expect((await problems()).join('\n')).toMatch(problem)
  })

  test.each(['2026-02-30-a.md', '2026-1-2-a.md', '2026-01-02-A b.md', 'a.md', '2026-01-02-.md'])(
    'with an article named %s',
    async (name) => {
      await write(`articles/${name}`, `${article}Text.`)
      expect((await problems()).join('\n')).toContain('must be named by its date and slug')
    },
  )

  test('with an article without its header, or with two for one page', async () => {
    await write('articles/2026-01-02-a.md', 'Only text.')
    await write('articles/2026-01-03-b.md', `${article}Text.`)
    await write('articles/2026-01-04-b.md', `${article}Text.`)
    const found = (await problems()).join('\n')
    expect(found).toContain('articles/2026-01-02-a.md: line 1: Begin an article with')
    expect(found).toContain('2 files have the page /blogs/b')
  })

  test('with a logo that is missing, outside of the folder, too large or not a picture', async () => {
    const brands = (name: string) =>
      write('store.json', JSON.stringify({ home: { brands: { list: [{ name: 'Acme', logo: name }] } } }))
    await brands('acme.svg')
    expect((await problems()).join('\n')).toContain('there is no file brands/acme.svg for Acme')
    for (const outside of ['../store.json', '/etc/passwd', 'a/b.svg', 'acme.html']) {
      await brands(outside)
      expect((await problems()).join('\n')).toContain('home.brands.list.0.logo: must be a file name')
    }
    await brands('acme.svg')
    await write('brands/acme.svg', '<html><script>1</script></html>')
    expect((await problems()).join('\n')).toContain('brands/acme.svg: is not an SVG, PNG or WebP picture')
    await write('brands/acme.svg', logo(`<!--${'x'.repeat(100_000)}-->`))
    expect((await problems()).join('\n')).toContain('brands/acme.svg: has ')
  })

  test('with a missing folder, or a folder in place of a file', async () => {
    await expect(readContent({ ...settings, CONTENT_DIR: path.join(folder, 'nowhere') })).rejects.toThrow(
      'The folder does not exist',
    )
    await mkdir(path.join(folder, 'store.json'))
    expect((await problems()).join('\n')).toContain('store.json: cannot be read')
  })

  test('with text that would break out of a line, such as the subject of an email', async () => {
    for (const name of ['a\nBcc: x@example.com', 'a\u0000', 'x'.repeat(41), ' ', '\ud800'])
      await write('store.json', JSON.stringify({ name })).then(async () =>
        expect((await problems()).join('\n')).toContain('store.json: name: '),
      )
  })
})

test('A picture’s type comes from its bytes, whatever its name', async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#0000' } })
    .png()
    .toBuffer()
  await write(
    'store.json',
    JSON.stringify({ home: { brands: { list: [{ name: 'Acme', logo: 'acme.svg' }] } } }),
  )
  await write('brands/acme.svg', png)
  const { content, files } = await read()
  expect(files.get(content.home.brands?.list[0]?.logo ?? '')?.type).toBe('image/png')
})
