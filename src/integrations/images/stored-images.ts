import { createHash } from 'node:crypto'
import {
  ImageRefusedError,
  type ImageRecords,
  type ImageStore,
  type PictureLocation,
  type StoredImage,
} from '#domain/products/image-store.ts'
import { pictureUrl, readPictureUrl, storedWidths } from '#domain/products/picture-sources.ts'
import { encodePicture } from './run-picture-process.ts'
import type { EncodedFiles, StoredFiles } from './stored-files.ts'

/** Pictures as files of our own in every width, as AVIF and WebP; served under /images. */
export type StoredImages = Pick<ImageStore, 'put'> & {
  files: StoredFiles
  /**
   * Adds a picture that the same encoder wrote to another location earlier (the demo's, or one that
   * moves), without encoding it again.
   * @throws ImageRefusedError when a file is missing or does not match its name.
   * @param url the URL that `put` returned for it.
   */
  addEncodedPicture(url: string, from: EncodedFiles): Promise<StoredImage>
  /**
   * Like `addEncodedPicture`, for a picture that moves: replaces existing files of its names, and records it
   * only after all were read back.
   */
  replacePicture(url: string, from: EncodedFiles): Promise<StoredImage>
  /**
   * Reads a picture.
   * @returns its largest WebP.
   * @throws ImageRefusedError when a file is missing, or does not match its name.
   */
  check(url: string): Promise<Buffer<ArrayBuffer>>
}

type Variant = { name: string; bytes: Buffer<ArrayBuffer> }

/** Stores pictures in `files` and records them with the location `place`. */
export function createStoredImages({
  files,
  records,
  place,
}: {
  files: StoredFiles
  records: Pick<ImageRecords, 'add' | 'beginUpload'>
  place: Exclude<PictureLocation, 'host'>
}): StoredImages {
  async function write(
    key: string,
    variants: { name: string; bytes: Uint8Array<ArrayBuffer> }[],
  ): Promise<void> {
    if (place === 's3') await records.beginUpload(key)
    const written: string[] = []
    try {
      // One after another, so that a full disk is detected after few files; a bucket receives them
      // concurrently.
      const add = async ({ name, bytes }: (typeof variants)[number]) => {
        if (await files.add(name, bytes)) written.push(name)
      }
      if (place === 's3') await Promise.all(variants.map(add))
      else for (const variant of variants) await add(variant)
      await files.sync()
    } catch (error) {
      // An incomplete picture would waste space on a full disk. In a bucket, another store may be writing the
      // same one: a job cleans up.
      if (place === 'disk') await files.remove(written)
      throw error
    }
  }

  /** Called last, so that every recorded picture can be served. */
  async function record(key: string, width: number, height: number, uploadedBy: string | null = null) {
    await records.add({ key, width, height, uploadedBy, place })
    return { url: pictureUrl(key), width, height }
  }

  return {
    files,

    async put(bytes, uploadedBy) {
      const { width, height, variants } = await encodePicture(bytes, 'every width')
      const largest = variants.find((variant) => variant.format === 'webp' && variant.width === width)
      if (!largest) throw new Error('The picture process made no full-size WebP.')
      const key = keyOf(largest.bytes, width, height)
      await write(
        key,
        variants.map(({ width: stored, format, bytes }) => ({ name: `${key}-${stored}.${format}`, bytes })),
      )
      return record(key, width, height, uploadedBy)
    },

    async addEncodedPicture(url, from) {
      const { key, width, height, variants } = await readAll(url, from)
      await write(key, variants)
      return record(key, width, height)
    },

    async replacePicture(url, from) {
      const { key, width, height, variants } = await readAll(url, from)
      const differs = async ({ name, bytes }: Variant) => !(await files.read(name))?.equals(bytes)
      // Writing an existing file on the disk again leaves it, and an earlier move may have stopped halfway. A
      // bucket replaces it.
      if (place === 'disk')
        for (const variant of variants) if (await differs(variant)) await files.remove([variant.name])
      await write(key, variants)
      for (const variant of variants)
        if (await differs(variant))
          throw new ImageRefusedError(
            'unreadable',
            `${variant.name} could not be read back as it was written.`,
          )
      return record(key, width, height)
    },

    async check(url) {
      const { largest } = await readAll(url, files)
      return largest
    },
  }
}

/**
 * All files of a picture.
 * @throws ImageRefusedError when one is missing, or the largest does not match its name.
 */
async function readAll(url: string, from: EncodedFiles) {
  const picture = readPictureUrl(url)
  if (!picture)
    throw new ImageRefusedError('unsupported', `${url} is not the URL of a picture of this store.`)
  const { key, width, height } = picture
  const variants = await Promise.all(
    filesOf(key, width).map(async (name): Promise<Variant> => {
      const bytes = await from.read(name)
      const isLargest = name === `${key}-${width}.webp`
      if (!bytes?.length || (isLargest && keyOf(bytes, width, height) !== key))
        throw new ImageRefusedError('unreadable', `${name} is missing or damaged. Make it again.`)
      return { name, bytes }
    }),
  )
  const largest = variants.find(({ name }) => name === `${key}-${width}.webp`)
  if (!largest) throw new Error('A picture has a file of its own width.')
  return { key, width, height, variants, largest: largest.bytes }
}

/** The names of all files of a picture: every stored width (px), as WebP and AVIF. */
export function filesOf(key: string, width: number): string[] {
  return storedWidths(width).flatMap((stored) => [`${key}-${stored}.webp`, `${key}-${stored}.avif`])
}

/** The content key: a hash of the largest WebP file (128 bits of SHA-256) and the size in px. */
function keyOf(largestWebp: Uint8Array, width: number, height: number): string {
  const hash = createHash('sha256').update(largestWebp).digest('hex').slice(0, 32)
  return `${hash}-${width}x${height}`
}
