import path from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Config } from '#config/config.ts'
import type { ImageRecords, ImageStore, PictureLocation, StoredImage } from '#domain/products/image-store.ts'
import { pictureUrl, readPictureUrl } from '#domain/products/picture-sources.ts'
import { createHostedImages, type HostedImages } from './hosted.ts'
import { bucketFiles, type BucketSettings } from './s3-files.ts'
import { type PictureFile, servePictures } from './serve-pictures.ts'
import { type EncodedFiles, storedFiles } from './stored-files.ts'
import { createStoredImages, filesOf, type StoredImages } from './stored-images.ts'

/** Memory for pictures read from the bucket, in bytes; browsers cache them for a year. */
const CACHE_BYTES = 8 * 2 ** 20
/** Age at which an unfinished upload counts as abandoned, in ms. */
const ABANDONED_MS = 60 * 60_000

/** The configured locations of pictures. */
export type PictureLocations = { disk: StoredImages; s3: StoredImages | null; host: HostedImages | null }

/** The pictures of a store: new ones go to one location; those at every configured one are served. */
export type Pictures = {
  images: ImageStore
  locations: PictureLocations
  /** Serves `/images/…` from any location, or redirects to a hosted service; null for everything else. */
  serve(request: Request): Promise<Response | null>
  /**
   * Copies an encoded demo picture to the bucket, if new pictures go there; otherwise to the disk.
   */
  addEncodedPicture(url: string, from: EncodedFiles): Promise<StoredImage>
}

/** Opens the pictures that the settings describe. Connects to nothing. */
export function openPictures(config: Config, records: ImageRecords): Pictures {
  const locations = openLocations(config, records)
  const { disk, s3, host } = locations
  const newPictureLocation = config.IMAGE_STORE
  const chosen = { disk, s3, host }[newPictureLocation] ?? disk
  const publicUrl = config.S3_PUBLIC_URL?.replace(/\/$/, '')
  let publicBase = ''

  const cache = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (bytes) => bytes.length + 200,
    // Concurrent requests for the same file share one read.
    fetchMethod: async (name) => (await s3?.files.read(name)) ?? undefined,
  })

  async function fromBucket({ name, key }: PictureFile): Promise<Buffer<ArrayBuffer> | null> {
    if (!s3) return null
    // An invented URL causes no request to the bucket.
    if (!cache.has(name) && (await records.find(key))?.place !== 's3') return null
    return (await cache.fetch(name)) ?? null
  }

  return {
    locations,
    images: {
      put: (bytes, uploadedBy) => chosen.put(bytes, uploadedBy),
      filterOwned: (urls) => filterOwned(urls, records, host),
      publicBase: () => publicBase,
      async maintain() {
        if (!s3) return
        publicBase = publicUrl && (await records.areAllInBucket()) ? publicUrl : ''
        await records.endAbandonedUploads(ABANDONED_MS, (key) =>
          s3.files.remove(filesOf(key, readPictureUrl(pictureUrl(key))?.width ?? 0)),
        )
      },
    },
    serve: servePictures(
      async (file) =>
        (await disk.files.read(file.name)) ??
        (await fromBucket(file)) ??
        (await records.find(file.key))?.movedTo ??
        null,
    ),
    addEncodedPicture: (url, from) =>
      (newPictureLocation === 's3' && s3 ? s3 : disk).addEncodedPicture(url, from),
  }
}

/**
 * The URLs of pictures that this store has recorded, or that its image host serves. Many services serve
 * pictures from another host than their upload endpoint, so the record decides first; a picture of our own
 * address is never the host's.
 */
export async function filterOwned(
  urls: readonly string[],
  records: Pick<ImageRecords, 'filterRecorded'>,
  host: Pick<HostedImages, 'serves'> | null,
): Promise<ReadonlySet<string>> {
  const keyIn = (url: string) => readPictureUrl(url)?.key ?? url
  const recorded = await records.filterRecorded(urls.map(keyIn))
  const isHosted = (url: string) => readPictureUrl(url) === null && host?.serves(url) === true
  return new Set(urls.filter((url) => recorded.has(keyIn(url)) || isHosted(url)))
}

export function bucketOf(config: Config): BucketSettings | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  if (!bucket || !accessKeyId || !secretAccessKey) return null
  return {
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    bucket,
    accessKeyId,
    secretAccessKey,
    pathStyle: config.S3_PATH_STYLE,
    timeoutMs: config.IMAGE_TIMEOUT_MS,
  }
}

function openLocations(config: Config, records: ImageRecords): PictureLocations {
  const bucket = bucketOf(config)
  const files = storedFiles(path.join(config.DATA_DIR, 'images'))
  return {
    disk: createStoredImages({ files, records, place: 'disk' }),
    s3: bucket && createStoredImages({ files: bucketFiles(bucket), records, place: 's3' }),
    host:
      config.IMAGE_HOST_URL && config.IMAGE_HOST_KEY
        ? createHostedImages({
            url: config.IMAGE_HOST_URL,
            key: config.IMAGE_HOST_KEY,
            records,
            timeoutMs: config.IMAGE_TIMEOUT_MS,
          })
        : null,
  }
}

export const LOCATION_NAMES: Record<PictureLocation, string> = {
  disk: 'the disk',
  s3: 'the bucket',
  host: 'the hosted service',
}
