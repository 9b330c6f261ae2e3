import { MAX_IMAGE_BYTES } from '#domain/products/image-store.ts'

/** The accepted types, for the file picker and the check before an upload. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif']

/** Why a file cannot be uploaded, as a message; null when it can. The server checks the bytes. */
export function checkPictureFile(file: { type: string; size: number }): string | null {
  if (!PICTURE_TYPES.includes(file.type))
    return 'This file is not a picture that we can use. Choose a PNG, JPEG, WebP or AVIF file.'
  if (file.size === 0) return 'This file is empty. Choose another picture.'
  if (file.size > MAX_IMAGE_BYTES)
    return `This picture is ${megabytes(file.size)} MB. Choose one of at most ${megabytes(MAX_IMAGE_BYTES)} MB.`
  return null
}

/** MiB, labeled MB; rounded up, so that a picture that is too large never appears to fit. */
function megabytes(bytes: number): string {
  return String(Math.ceil((bytes / 1024 / 1024) * 10) / 10)
}
