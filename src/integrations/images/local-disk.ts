import { createHash } from 'node:crypto'
import {
  ImageRefused,
  type ImageRecords,
  type ImageStore,
  type StoredImage,
} from '#domain/products/image-store.ts'
import { storedWidths, pictureUrl, readPictureUrl } from '#domain/products/picture-sources.ts'
import { encodePicture } from './encode-picture.ts'
import { storedFiles } from './stored-files.ts'
import { servePictures } from './serve-pictures.ts'

/** Pictures on this machine's disk, in every width, as AVIF and WebP; served by the store itself under /images. */
export type LocalImages = ImageStore & {
  /**
   * Serves GET and HEAD of a stored picture, cacheable forever.
   * Null for everything else: the caller returns its own 404.
   */
  serve(request: Request): Promise<Response | null>
  /**
   * Imports a picture that the same encoder wrote to another folder earlier (the demo pictures), without
   * encoding it again. Throws when a file is missing or does not match its name.
   * @param url the URL that `put` returned for it.
   */
  adopt(url: string, folder: string): Promise<StoredImage>
}

/**
 * Stores pictures in the folder `dir` (created when needed) and records them in `records`.
 * Files are written first and the record last, so that every recorded picture can be served.
 */
export function createLocalImages({ dir, records }: { dir: string; records: ImageRecords }): LocalImages {
  const files = storedFiles(dir)

  return {
    async put(bytes, uploadedBy = null) {
      const { width, height, variants } = await encodePicture(bytes, 'every width')
      const largest = variants.find((variant) => variant.format === 'webp' && variant.width === width)
      if (!largest) throw new Error('The picture process made no full-size WebP.')
      const key = keyOf(largest.bytes, width, height)
      const written: string[] = []
      try {
        for (const variant of variants) {
          const name = `${key}-${variant.width}.${variant.format}`
          if (await files.add(name, variant.bytes)) written.push(name)
        }
        await files.settle()
      } catch (error) {
        // An incomplete picture would waste space on a full disk.
        await files.remove(written)
        throw error
      }
      await records.add({ key, width, height, uploadedBy })
      return { url: pictureUrl(key), width, height }
    },

    async owns(url) {
      const picture = readPictureUrl(url)
      return picture !== null && (await records.has(picture.key))
    },

    serve: servePictures(files),

    async adopt(url, folder) {
      const picture = readPictureUrl(url)
      if (!picture)
        throw new ImageRefused('unsupported', `${url} is not the address of a picture of this store.`)
      const { key, width, height } = picture
      const made = storedFiles(folder)
      const names = storedWidths(width).flatMap((stored) => [
        `${key}-${stored}.webp`,
        `${key}-${stored}.avif`,
      ])
      const variants = await Promise.all(
        names.map(async (name) => {
          const bytes = await made.read(name)
          const isLargest = name === `${key}-${width}.webp`
          if (!bytes || (isLargest && keyOf(bytes, width, height) !== key))
            throw new ImageRefused('unreadable', `${name} is missing or damaged in ${folder}. Make it again.`)
          return { name, bytes }
        }),
      )
      await Promise.all(variants.map(({ name, bytes }) => files.add(name, bytes)))
      await files.settle()
      await records.add({ key, width, height, uploadedBy: null })
      return { url, width, height }
    },
  }
}

/** The content key: a hash of the largest WebP file (128 bits of SHA-256) and the size in px. */
function keyOf(largestWebp: Uint8Array, width: number, height: number): string {
  const hash = createHash('sha256').update(largestWebp).digest('hex').slice(0, 32)
  return `${hash}-${width}x${height}`
}
