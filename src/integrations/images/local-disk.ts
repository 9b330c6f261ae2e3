import type { ImageRecords, StoredImage } from '#domain/products/image-store.ts'
import { servePictures } from './serve-pictures.ts'
import { createStoredImages, type StoredImages } from './stored-images.ts'
import { storedFiles } from './stored-files.ts'

/** Pictures on this machine's disk. */
export type LocalImages = Omit<StoredImages, 'adopt'> & {
  /**
   * Serves GET and HEAD of a stored picture, cacheable forever.
   * Null for everything else: the caller returns its own 404.
   */
  serve(request: Request): Promise<Response | null>
  /** Imports a picture from another folder, without encoding it again. Throws ImageRefused when a file is missing or damaged. */
  adopt(url: string, folder: string): Promise<StoredImage>
}

/** Stores pictures in the folder `dir` (created when needed) and records them in `records`. */
export function createLocalImages({ dir, records }: { dir: string; records: ImageRecords }): LocalImages {
  const images = createStoredImages({ files: storedFiles(dir), records, place: 'disk' })
  return {
    ...images,
    serve: servePictures(({ name }) => images.files.read(name)),
    adopt: (url, folder) => images.adopt(url, storedFiles(folder)),
  }
}
