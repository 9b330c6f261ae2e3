import { joinPictures, MAX_MORE_PICTURES, splitPictures } from '../products/more-pictures.ts'
import type { ProductRow } from '../products/product-queries.server.ts'
import type { PictureSource } from './picture-source.ts'

/** The pictures that a line names, as products store them; `more` undefined: it says nothing of them. */
export type LinePictures = { first: string | undefined; more: readonly string[] | undefined }

/** What is known of the pictures of a batch. `stored`: see PlanOptions. */
export type PictureFacts = {
  pictures: PictureSource
  pictureProblems: ReadonlyMap<string, string>
  stored: ReadonlyMap<string, string> | undefined
}

/** What a line gives its part; undefined: it stays. `files`: pictures that are still to be stored. */
type PicturePlan =
  | { picture: string | undefined; morePictures: string | undefined; files: readonly string[] }
  | { code: string; problem: string; field: 'picture' | 'morePictures' }

/**
 * The pictures of a line that its part does not have. A file counts only for parts that have no picture, or
 * no others: whether it differs from a stored one is not known before it is encoded.
 */
export function newPictures(
  { first, more }: LinePictures,
  product: ProductRow | undefined,
  pictures: PictureSource,
): string[] {
  return [
    ...(isNewPicture(first, product, pictures) ? [first] : []),
    ...(more && !hasThem(more, product, pictures) ? more : []),
  ]
}

function isNewPicture(
  picture: string | undefined,
  product: ProductRow | undefined,
  pictures: PictureSource,
): picture is string {
  return (
    picture !== undefined &&
    picture !== '' &&
    picture !== product?.picture &&
    !(product?.picture && pictures.isFile(picture))
  )
}

/** Whether the part keeps its other pictures. */
function hasThem(more: readonly string[], product: ProductRow | undefined, pictures: PictureSource): boolean {
  const stored = product?.more_pictures ?? ''
  return stored !== '' && (stored === joinPictures(more) || more.some((picture) => pictures.isFile(picture)))
}

/** Plans the pictures of a line. */
export function planPictures(
  { first, more }: LinePictures,
  product: ProductRow | undefined,
  facts: PictureFacts,
): PicturePlan {
  const { pictures } = facts
  const isNew = isNewPicture(first, product, pictures)
  const found = isNew ? urlOf(first, facts) : { url: first ? product?.picture : first }
  if ('problem' in found) return { ...found, code: 'foreign_picture', field: 'picture' }
  const files = isNew && pictures.isFile(first) ? [first] : []
  if (!more || hasThem(more, product, pictures))
    return { picture: found.url, morePictures: more && product?.more_pictures, files }
  if (more.length > MAX_MORE_PICTURES)
    return { code: 'too_many_pictures', problem: TOO_MANY, field: 'morePictures' }
  const others = new Set<string>()
  for (const one of more) {
    const other = urlOf(one, facts)
    if ('problem' in other) return { ...other, code: 'foreign_picture', field: 'morePictures' }
    // Blank: it could not be fetched.
    if (other.url !== '') others.add(other.url)
  }
  // The first picture may be in both cells.
  others.delete(found.url ?? product?.picture ?? '')
  const isFile = (one: string) => pictures.isFile(one)
  return {
    picture: found.url,
    morePictures: joinPictures([...others]),
    files: [...files, ...more.filter(isFile)],
  }
}

const TOO_MANY = `A part has at most ${MAX_MORE_PICTURES} pictures besides its first. Remove some.`

function urlOf(
  picture: string,
  { pictures, pictureProblems, stored }: PictureFacts,
): { url: string } | { problem: string } {
  const problem = pictureProblems.get(picture)
  if (problem !== undefined) return { problem }
  if (!stored || !pictures.isFile(picture)) return { url: picture }
  const url = stored.get(picture)
  return url === undefined ? { problem: 'The part was deleted during the import. Run it again.' } : { url }
}

/**
 * The pictures in a cell: names of files and URLs, apart by bars, semicolons or line breaks; URLs also by
 * spaces or commas.
 */
export function picturesInCell(text: string): string[] {
  const named = text.split(/[|;\n\r\t]/).flatMap((one) => {
    const isUrl = /^\s*(?:https?:|\/)/i.test(one)
    return isUrl ? splitPictures(one.replaceAll(/,\s*(?=https?:|\/images\/)/gi, ' ')) : one.split(',')
  })
  return [...new Set(named.map((one) => one.trim()).filter(Boolean))]
}
