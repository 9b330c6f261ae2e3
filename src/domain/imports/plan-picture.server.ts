import type { ProductRow } from '../products/product-queries.server.ts'
import type { PictureSource } from './picture-source.ts'

/**
 * A file counts only for parts that have no picture: whether it differs from a stored one is not known before
 * it is encoded.
 */
export function isNewPicture(
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

/** What is known of the pictures of a batch. `stored`: see PlanOptions. */
export type PictureFacts = {
  pictures: PictureSource
  pictureProblems: ReadonlyMap<string, string>
  stored: ReadonlyMap<string, string> | undefined
}

/** The picture that a line gives its part; undefined: it stays. */
export function planPicture(
  picture: string | undefined,
  product: ProductRow | undefined,
  { pictures, pictureProblems, stored }: PictureFacts,
): { url: string | undefined } | { problem: string } {
  if (!isNewPicture(picture, product, pictures)) return { url: picture ? product?.picture : picture }
  const problem = pictureProblems.get(picture)
  if (problem !== undefined) return { problem }
  if (!stored || !pictures.isFile(picture)) return { url: picture }
  const url = stored.get(picture)
  return url === undefined ? { problem: 'The part was deleted during the import. Run it again.' } : { url }
}
