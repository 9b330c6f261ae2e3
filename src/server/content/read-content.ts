import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { MiddlewareHandler } from 'hono'
import sharp from 'sharp'
import type { z } from 'zod'
import type { Config } from '#config/config.ts'
import { OperatorError } from '#config/operator-error.ts'
import { messageOf } from '#config/thrown-error.ts'
import { PortfolioSchema, StoreFileSchema } from '#domain/content/content-files.ts'
import type {
  Article,
  SharePicture,
  ShownBrand,
  ShownBrands,
  StoreContent,
} from '#domain/content/store-content.ts'
import { MAX_ARTICLES } from '#domain/content/store-settings.ts'
import { contentMessage } from './content-message.ts'
import { parseArticle } from './parse-article.ts'

/** The content of the demo store. A real store never shows it. */
const DEMO_CONTENT = path.join(import.meta.dirname, '../../demo/data/content')
/** The path of content pictures; their names contain a hash. */
const CONTENT_PATH = '/content/'

/** Largest file, in bytes. */
const MAX_BYTES = { text: 200_000, logo: 100_000, share: 1_000_000 }

/** A content picture, ready to serve. */
export type ContentFile = { bytes: Buffer; type: string }
/** The content, and its pictures by path. */
export type ReadContent = { content: StoreContent; files: ReadonlyMap<string, ContentFile> }

/** Thrown at start: `problems` lists everything wrong with the files, each with its file and field. */
export class ContentError extends OperatorError {
  constructor(folder: string, problems: readonly string[]) {
    super(
      `The store cannot start with the content of ${folder}:\n${problems.map((one) => `  - ${one}`).join('\n')}`,
    )
  }
}

/**
 * Reads and checks the store's content once at start: the files of CONTENT_DIR, or in demo mode without it
 * the demo's own. A real store without it shows only its name.
 * @throws ContentError with every problem, not only the first.
 */
export async function readContent(config: ContentSettings): Promise<ReadContent> {
  const folder = config.CONTENT_DIR ?? (config.demo ? DEMO_CONTENT : null)
  const problems: string[] = []
  const files = new Map<string, ContentFile>()
  const reader = folder === null ? null : createReader(folder, problems, files)
  if (reader && !(await reader.exists('.'))) problems.push('The folder does not exist: check CONTENT_DIR')

  const { name, home, ...store } =
    (await reader?.json('store.json', StoreFileSchema)) ?? StoreFileSchema.parse({})
  const { brands, ...others } = home
  const shown = brands && reader && (await readBrands(brands, reader, problems))
  const content: StoreContent = {
    ...store,
    name: name ?? knownName(config),
    home: { ...others, ...(shown && { brands: shown }) },
    articles: (await reader?.articles()) ?? [],
    portfolio: (await reader?.json('portfolio.json', PortfolioSchema)) ?? null,
    sharePicture: (await reader?.picture('share.jpg', 'share')) ?? null,
  }
  if (problems.length > 0) throw new ContentError(folder ?? '', problems)
  return { content, files }
}

type ContentSettings = Pick<Config, 'CONTENT_DIR' | 'demo' | 'sender' | 'APP_URL'>

/** The default name of a store: the sender of its emails, or else its host name. */
function knownName({ sender: { name }, APP_URL }: ContentSettings): string {
  if (name !== '' && !name.includes('@')) return name.slice(0, 40)
  return APP_URL ? new URL(APP_URL).hostname : 'Auto parts'
}

/** Reads files of one folder; problems go to `problems`, pictures that were read to `pictures`. */
function createReader(folder: string, problems: string[], pictures: Map<string, ContentFile>) {
  const at = (file: string) => path.join(folder, file)
  const exists = async (file: string) =>
    stat(at(file)).then(
      () => true,
      () => false,
    )

  /** The bytes of a file; null when missing or refused. */
  async function readBytes(file: string, max: number): Promise<Buffer | null> {
    // Missing: callers report what they require.
    const found = await stat(at(file)).catch(() => null)
    if (!found) return null
    try {
      if (found.size <= max) return await readFile(at(file))
      problems.push(`${file}: has ${found.size} bytes; at most ${max} are allowed`)
    } catch (error) {
      problems.push(`${file}: cannot be read (${messageOf(error)})`)
    }
    return null
  }

  async function json<Schema extends z.ZodType>(
    file: string,
    schema: Schema,
  ): Promise<z.output<Schema> | null> {
    const content = await readBytes(file, MAX_BYTES.text)
    if (!content) return null
    let parsed: unknown
    try {
      parsed = JSON.parse(content.toString('utf8').replace(/^\uFEFF/, ''))
    } catch (error) {
      problems.push(`${file}: is not valid JSON (${messageOf(error)})`)
      return null
    }
    const checked = schema.safeParse(parsed, { error: contentMessage })
    if (checked.success) return checked.data
    for (const { path: field, message } of checked.error.issues)
      problems.push(`${file}: ${field.length > 0 ? `${field.join('.')}: ` : ''}${asClause(message)}`)
    return null
  }

  async function articles(): Promise<Article[]> {
    // A store without articles has no such folder.
    const names = (await readdir(at('articles')).catch(() => [])).filter((name) => name.endsWith('.md'))
    if (names.length > MAX_ARTICLES)
      problems.push(`articles: has ${names.length} files; at most ${MAX_ARTICLES} are allowed`)
    const read = await Promise.all(
      names.slice(0, MAX_ARTICLES).map(async (name) => {
        const file = `articles/${name}`
        const markdown = await readBytes(file, MAX_BYTES.text)
        return (
          markdown &&
          parseArticle(name, markdown.toString('utf8'), (problem) => problems.push(`${file}: ${problem}`))
        )
      }),
    )
    const found = read.filter((article) => article !== null)
    for (const [slug, same] of Map.groupBy(found, (article) => article.slug))
      if (same.length > 1) problems.push(`articles: ${same.length} files have the page /blogs/${slug}`)
    return found.toSorted((a, b) =>
      a.published === b.published ? (a.slug < b.slug ? -1 : 1) : a.published < b.published ? 1 : -1,
    )
  }

  /** Prepares a picture and returns its path; null when missing or refused. */
  async function picture(file: string, kind: 'logo' | 'share'): Promise<SharePicture | null> {
    const bytes = await readBytes(file, MAX_BYTES[kind])
    if (!bytes) return null
    // What sharp cannot read is no picture.
    const { format, width, height } = await sharp(bytes)
      .metadata()
      .catch(() => ({ format: undefined, width: 0, height: 0 }))
    const type = format && TYPES[kind][format]
    if (!type) {
      problems.push(`${file}: is not ${kind === 'share' ? 'a JPEG' : 'an SVG, PNG or WebP'} picture`)
      return null
    }
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
    const url = `${CONTENT_PATH}${hash}${path.extname(file).toLowerCase()}`
    pictures.set(url, { bytes, type })
    return { path: url, width, height }
  }

  return { exists, json, articles, picture }
}

/** A schema's message after the name of its field: "must be a telephone number". */
const asClause = (message: string) => message.charAt(0).toLowerCase() + message.slice(1)

const TYPES: Readonly<Record<'logo' | 'share', Readonly<Record<string, string>>>> = {
  logo: { svg: 'image/svg+xml', png: 'image/png', webp: 'image/webp' },
  share: { jpeg: 'image/jpeg' },
}

async function readBrands(
  brands: NonNullable<z.output<typeof StoreFileSchema>['home']['brands']>,
  reader: ReturnType<typeof createReader>,
  problems: string[],
): Promise<ShownBrands> {
  const list = await Promise.all(
    brands.list.map(async ({ logo, ...brand }): Promise<ShownBrand> => {
      if (!logo) return brand
      const file = `brands/${logo}`
      if (!(await reader.exists(file)))
        problems.push(`store.json: there is no file ${file} for ${brand.name}`)
      const picture = await reader.picture(file, 'logo')
      return picture ? { ...brand, logo: picture.path } : brand
    }),
  )
  return { ...brands, list }
}

/** Serves the content pictures. Their names contain a hash: browsers cache them for a year. */
export function serveContentFiles(files: ReadonlyMap<string, ContentFile>): MiddlewareHandler {
  return async (c, next) => {
    const file = files.get(c.req.path)
    if (!file) return next()
    return c.body(new Uint8Array(file.bytes), 200, {
      'Content-Type': file.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  }
}
