import {
  ImageHostError,
  ImageRefusedError,
  type ImageRecord,
  type ImageRecords,
  type PictureLocation,
} from '#domain/products/image-store.ts'
import { pictureUrl, readPictureUrl } from '#domain/products/picture-sources.ts'
import { readAtMost } from '../bounded-response.ts'
import type { PictureLocations } from './choose-images.ts'
import { encodePicture } from './run-picture-process.ts'

/** Maximum size of a picture read from a hosted service, in bytes. It had at most 5 MB when it was sent. */
const MAX_BYTES = 8 * 2 ** 20
/** Timeout of reading such a picture, in ms. */
const TIMEOUT_MS = 20_000

/** The URL of a picture, as products and orders store it. */
export function addressOfPicture(key: string): string {
  return readPictureUrl(pictureUrl(key)) ? pictureUrl(key) : key
}

/**
 * Reads a picture at its current location, to check that it could be moved.
 * @throws ImageRefusedError when it is missing or damaged; ImageHostError when its location does not respond.
 */
export async function checkPicture(picture: ImageRecord, locations: PictureLocations): Promise<void> {
  if (picture.place === 'host') await download(picture.key)
  else await locationOf(picture, locations).check(addressOfPicture(picture.key))
}

/**
 * Stores a picture at another location, and records it there only after it was read back. The old copy stays.
 * @returns its URL there, which changes if a hosted service is involved, since its pictures have URLs of
 * their own.
 * @throws as checkPicture.
 */
export async function movePicture(
  picture: ImageRecord,
  to: PictureLocation,
  locations: PictureLocations,
  records: ImageRecords,
): Promise<string> {
  const { key, uploadedBy } = picture
  const address = addressOfPicture(key)
  if (to === 'host') {
    const { host } = locations
    if (!host) throw new Error('No hosted service is configured.')
    const largest = await locationOf(picture, locations).check(address)
    const hosted = await host.send(largest)
    const { width, height } = await download(hosted)
    if (width !== picture.width || height !== picture.height)
      throw new ImageRefusedError(
        'unreadable',
        `The image service changed ${address} to ${width} × ${height} pixels: it does not keep pictures as they are.`,
      )
    await records.add({ key: hosted, width, height, uploadedBy, place: 'host' })
    return hosted
  }
  const target = locations[to]
  if (!target) throw new Error('No bucket is configured.')
  if (picture.place === 'host') {
    const { url } = await target.put((await download(key)).bytes, uploadedBy)
    await target.check(url)
    return url
  }
  return (await target.replacePicture(address, locationOf(picture, locations).files)).url
}

function locationOf({ place }: ImageRecord, locations: PictureLocations) {
  const found = place === 'host' ? null : locations[place]
  if (!found)
    throw new ImageHostError(
      'failed',
      'It is in a bucket, and no bucket is configured: set S3_BUCKET and its keys.',
    )
  return found
}

/**
 * Reads a picture of a hosted service, and decodes it in a separate process, since the file may be anything
 * by now.
 */
async function download(url: string): Promise<{ bytes: Uint8Array; width: number; height: number }> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, { redirect: 'manual', signal })
    .then(async (found) => {
      if (found.status !== 200)
        throw new ImageRefusedError('unreadable', `The response has status ${found.status}.`)
      return readAtMost(found, MAX_BYTES)
    })
    .catch((error: unknown) => {
      if (error instanceof ImageRefusedError) throw error
      throw new ImageHostError('unavailable', 'The image service cannot be reached.', { cause: error })
    })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const { width, height } = await encodePicture(bytes, 'one webp')
  return { bytes, width, height }
}
