import type { z } from 'zod'
import type { PortfolioSchema, StoreFileSchema } from './content-files.ts'

// A store's own content, written by its owner in the files of CONTENT_DIR. Screens add none of their own.

export type Portfolio = z.infer<typeof PortfolioSchema>
export type PortfolioProject = Portfolio['projects'][number]

type StoreFile = z.infer<typeof StoreFileSchema>
type Brands = NonNullable<StoreFile['home']['brands']>

/** A brand as pages show it: `logo` is the URL of its file, `about` a sentence. */
export type ShownBrand = { name: string; about?: string | undefined; logo?: string | undefined }
export type ShownBrands = Omit<Brands, 'list'> & { list: readonly ShownBrand[] }

/** The complete content of a store, as pages and emails read it. */
export type StoreContent = Omit<StoreFile, 'name' | 'home'> & {
  name: string
  home: Omit<StoreFile['home'], 'brands'> & { brands?: ShownBrands }
  /** Newest first. */
  articles: readonly Article[]
  portfolio: Portfolio | null
  /** The picture that shared links show: its path, and its size in px. */
  sharePicture: SharePicture | null
}

export type SharePicture = { path: string; width: number; height: number }

/** A run of code in one color. */
export type CodePiece = { kind: 'plain' | 'keyword' | 'string' | 'comment' | 'name'; text: string }

/** A run of an article's text. */
export type TextPiece =
  | { kind: 'text' | 'code' | 'strong' | 'emphasis'; text: string }
  | { kind: 'link'; text: string; href: string }

/** A block of an article. */
export type ArticleBlock =
  | { kind: 'paragraph'; pieces: readonly TextPiece[] }
  | { kind: 'heading'; text: string }
  | { kind: 'list'; ordered: boolean; items: readonly (readonly TextPiece[])[] }
  | { kind: 'code'; pieces: readonly CodePiece[] }

/** One question and its answer on the blogs page: a file of the folder `articles`. */
export type Article = {
  /** Its path on the site, from its file name. */
  slug: string
  title: string
  /** The question as a reader would ask it. */
  question: string
  /** The short answer. */
  summary: readonly TextPiece[]
  /** ISO date, from its file name. */
  published: string
  /** Reading time in minutes, estimated from its word count. */
  minutes: number
  sections: readonly { heading: string; blocks: readonly ArticleBlock[] }[]
}

/** The text of the pieces, joined. */
export function plainText(pieces: readonly TextPiece[]): string {
  return pieces.map((piece) => piece.text).join('')
}

/** The store's name, and the year it was founded. */
export type StoreIdentity = { name: string; since?: number | undefined }

/** The store in one line: "Driveline: auto parts since 1992". */
export function storeTitle({ name, since }: StoreIdentity): string {
  return `${name}: auto parts${since === undefined ? '' : ` since ${since}`}`
}
