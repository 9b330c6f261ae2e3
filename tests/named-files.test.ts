import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')
const pages = globSync(['*.md', 'docs/**/*.md', 'lab/*.md', 'src/**/*.md', 'deploy/*.md', 'assets/**/*.md'], {
  cwd: ROOT,
})
const files = globSync(['*', '{.ci,assets,deploy,docs,lab,public,src,tests,tools}/**/*'], { cwd: ROOT })
/** What pages name as an example, or to forbid it. */
const EXAMPLES = ['index.ts', 'articles/2026-11-02-when-to-change-a-belt.md']
const read = (page: string) => readFileSync(path.join(ROOT, page), 'utf8')

test('each file that a page of the documentation names exists', () => {
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql|css|md))`/g)]
      .map(([, name = '']) => name)
      .filter(
        (name) =>
          !EXAMPLES.includes(name) && !files.some((file) => file === name || file.endsWith(`/${name}`)),
      )
      .map((name) => `${page}: ${name}`),
  )
  expect(pages.length).toBeGreaterThan(90)
  expect(missing).toEqual([])
})

test('each link of a page of the documentation leads to a file', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(path.join(ROOT, path.dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  )
  expect(broken).toEqual([])
})

/** The anchors of a page: of its headings, as GitHub makes them, and those that it sets itself. */
function anchorsOf(markdown: string): string[] {
  const seen = new Map<string, number>()
  const text = markdown.replaceAll(/^ *```[^]*?^ *```/gm, '')
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    const times = seen.get(anchor) ?? 0
    seen.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  })
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]
}

test('each link to a heading of a page leads to one', () => {
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!\w+:)([^)#\s]*)#([^)\s]+)\)/g)].map(([, file = '', anchor = '']) => ({
      link: `${page}: ${file}#${anchor}`,
      target: file ? path.join(path.dirname(page), file) : page,
      anchor,
    })),
  )
  expect(links.length).toBeGreaterThan(15)
  const broken = links.filter(
    ({ target, anchor }) => target.endsWith('.md') && !anchorsOf(read(target)).includes(anchor),
  )
  expect(broken.map(({ link }) => link)).toEqual([])
})

test('ARCHITECTURE.md shows the arrows of oxlint.config.ts', () => {
  /** `{ from: ['to'] }`, as the source of the configuration has it. */
  const configured = (name: string) => {
    const [, body = ''] =
      new RegExp(`const ${name}\\b[^{]*\\{([^]*?)\n\\}`).exec(read('oxlint.config.ts')) ?? []
    return [...body.matchAll(/(\w+): \[([^\]]*)\]/g)].flatMap(([, from = '', list = '']) =>
      [...list.matchAll(/'(\w+)'/g)].map(([, to = '']) => `${from} ▶ ${to}`),
    )
  }
  const shown = (block: string) =>
    block
      .split(/\n|\s{2,}/)
      .map((arrow) => arrow.split(' ▶ ').map((side) => side.split(', ')))
      .flatMap(([from = [], to = []]) => from.flatMap((a) => to.map((b) => `${a} ▶ ${b}`)))
  const [, layers = '', areas = ''] =
    /```\n(server ▶[^]*?)\n\n([^]*?)\n```/.exec(read('ARCHITECTURE.md')) ?? []
  expect(shown(layers).toSorted()).toEqual(configured('arrows').toSorted())
  expect(shown(areas).toSorted()).toEqual(
    configured('areas')
      .filter((arrow) => !arrow.endsWith(' ▶ shared'))
      .toSorted(),
  )
  const withoutShared = configured('areas').filter((arrow) => arrow.endsWith(' ▶ shared')).length
  expect(withoutShared).toBe(new Set(configured('areas').map((arrow) => arrow.split(' ')[0])).size)
})

test.each([
  ['README.md', 120],
  ['ARCHITECTURE.md', 150],
  ['CONTRIBUTING.md', 120],
])('%s has %i lines at most', (page, max) => {
  expect(read(page).trimEnd().split('\n').length).toBeLessThanOrEqual(max)
})

/** A list of settings that `npm run docs` writes, and the demo's articles. */
const UNWRAPPED = /^docs\/configuration\.md$|^src\/demo\/data\//

test('prose is wrapped at 100 columns: tables, code and what cannot be broken may be wider', () => {
  const wide = pages
    .filter((page) => !UNWRAPPED.test(page))
    .flatMap((page) =>
      read(page)
        .replaceAll(/^ *```[^]*?^ *```/gm, '')
        .split('\n')
        // One link, address or piece of code has no space to break at.
        .filter(
          (line) => line.length > 100 && !/^\||^#|^\s*(?:(?:[-*]|\d+\.) )?(?:`[^`]+`\S*|\S+)$/.test(line),
        )
        .map((line) => `${page}: ${line}`),
    )
  expect(wide).toEqual([])
})

test('comments are wrapped at 110 columns, as the formatter wraps code', () => {
  const wide = globSync('{src,tests,tools,lab}/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !file.includes('node_modules/'))
    .flatMap((file) =>
      read(file)
        .split('\n')
        .filter((line) => isWideComment(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(wide).toEqual([])
})

/** URLs and forms cannot be broken; list items in the text of OpenAPI begin like comments. */
function isWideComment(line: string): boolean {
  const isComment = /^\s*(?:\/\/|\/\*\*|\*) /.test(line)
  return (
    line.length > 110 && isComment && !/https?:\/\/|\]=|^\* |^\/\/ Long because|oxlint-disable/.test(line)
  )
}

/**
 * Files whose prose must be free of these phrases: documentation, and comments, titles and messages in code.
 */
const PROSE = ['*.md', 'docs/**/*.md', '{src,tests,tools,lab}/**/*.{ts,tsx,mjs,css,md}']
/**
 * Frozen, generated or vendored files, the demo’s articles and reviews, and this file, which lists the
 * phrases.
 */
const UNCHECKED =
  /node_modules\/|^src\/db\/migrations\/|^src\/demo\/data\/|^docs\/configuration\.md$|^tests\/named-files\.test\.ts$/
/** Phrases that are translated word by word, or that only insiders understand. */
const PHRASES =
  /Who may:|(?<![\w'`-])(?:beside|anew|somebody|nobody(?!@)|whoever|meanwhile)(?![\w'])|\b(?:is|are|was|were) away\b/i

test('prose uses common words: no "beside" for "while", no service that "is away"', () => {
  const found = globSync(PROSE, { cwd: ROOT })
    .filter((file) => !UNCHECKED.test(file))
    .flatMap((file) =>
      read(file)
        .split('\n')
        // Titles of tests are quoted as they are.
        .filter((line) => PHRASES.test(line.replaceAll(/“[^”]*”/g, '')))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})
