import type { Database } from '#db/connection.ts'
import type { readSpelling } from '../products/brands-and-categories.server.ts'
import { isPlain, PLAIN_TEXTS, withoutHtml } from '../products/html-texts.server.ts'
import { MAX_MORE_PICTURES } from '../products/more-pictures.ts'
import { isWebUrl } from '../products/picture-fetcher.ts'
import type { ProductRow } from '../products/product-queries.server.ts'
import type { ImportProblem } from './import-report.ts'
import { type Match, matchProducts } from './match-products.server.ts'
import { givesAll } from './new-product.ts'
import type { PictureSource } from './picture-source.ts'
import { type LinePictures, picturesInCell } from './plan-picture.server.ts'
import { type ChangedProductRow, type ProductCells, readProductRow } from './product-row.ts'
import { unguardFormula } from './read-cells.ts'

/**
 * A line that could be read: its cells, its values as they were typed, and with names and picture as the
 * store has them.
 */
type ReadableLine = {
  cells: ProductCells
  typed: ChangedProductRow
  row: ChangedProductRow
  pictures: LinePictures
}

/** The lines that can be read, and the problems of each of the others. */
export function readLines(
  batch: readonly ProductCells[],
  pictures: PictureSource,
  spelling: Awaited<ReturnType<typeof readSpelling>>,
): { readable: ReadableLine[]; refused: (readonly ImportProblem[])[] } {
  const readable: ReadableLine[] = []
  const refused: (readonly ImportProblem[])[] = []
  for (const cells of batch) {
    const result = readProductRow({ ...cells, cells: withoutHtml(cells.cells) })
    if (!result.ok) {
      refused.push(result.problems)
      continue
    }
    const typed = result.row
    const { brand, category } = typed
    const row = {
      ...typed,
      ...(brand && { brand: spelling.spell('brand', brand) }),
      ...(category && { category: spelling.spell('category', category) }),
    }
    readable.push({ cells, typed, row, pictures: picturesOfLine(typed, pictures) })
  }
  return { readable, refused }
}

/** The pictures of a line; those of its part that were dropped with the file if it names none. */
function picturesOfLine(
  { partNumber, picture, morePictures }: ChangedProductRow,
  pictures: PictureSource,
): LinePictures {
  const asStored = (one: string) => pictures.asStored(one)
  const [dropped, ...others] = pictures.ofPart?.(partNumber) ?? []
  // One cell may have all URLs, as WooCommerce exports them.
  const [first, ...rest] = isWebUrl(picture ?? '') ? picturesInCell(picture ?? '') : [picture]
  const more = [
    ...(morePictures === undefined ? rest.slice(0, MAX_MORE_PICTURES) : picturesInCell(morePictures)),
    ...(morePictures === undefined ? others.slice(0, MAX_MORE_PICTURES) : []),
  ].flatMap((one) => (one === undefined ? [] : [asStored(one)]))
  const named = first ?? dropped
  return {
    first: named === undefined ? undefined : asStored(named),
    more: more.length > 0 || morePictures !== undefined ? more : undefined,
  }
}

/** A line with the parts of the store that match its number and brand. `number`: as it was written. */
export type MatchedLine = {
  cells: ProductCells
  line: number
  number: string
  row: ChangedProductRow
  pictures: LinePictures
  match: Match
}

/** Finds the parts of the lines. */
export async function matchLines(
  db: Database,
  lines: readonly ReadableLine[],
  file: Parameters<typeof matchProducts>[2],
): Promise<MatchedLine[]> {
  const refs = lines.map(({ row }) => ({ ...row, isComplete: givesAll(row) }))
  const matchOf = await matchProducts(db, refs, file)
  return lines.map(({ cells, typed, row, pictures }, at) => {
    const match = matchOf(refs[at] ?? row)
    const [product] = match.products
    const { line } = cells
    const { partNumber: number } = row
    return { cells, line, number, row: { ...row, ...ownTexts(cells, typed, product) }, pictures, match }
  })
}

/**
 * The part's own number, and its own spelling of the names and texts in the line: an admin may have spelled a
 * name differently from other parts, and a text that it has already is not HTML.
 */
function ownTexts(
  { cells }: ProductCells,
  typed: ChangedProductRow,
  product: ProductRow | undefined,
): Partial<ChangedProductRow> {
  if (!product) return {}
  const same = PLAIN_TEXTS.filter(
    (field) =>
      typed[field] === product[field] ||
      // A blank one was cleared.
      (typed[field] !== '' && isPlain(unguardFormula(cells[field] ?? ''), product[field])),
  )
  const texts = same.filter((field) => product[field] !== '').map((field) => [field, product[field]])
  return { ...Object.fromEntries(texts), partNumber: product.part_number }
}
