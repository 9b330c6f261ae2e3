import { MAX_IMAGE_BYTES } from '#domain/products/image-store.ts'

/** The kinds of picture that the store takes: for the file chooser and for the check before an upload. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif']

/** Why this file is not worth uploading, as a sentence for the person; null when it is. The server looks at the bytes. */
export function checkPictureFile(file: { type: string; size: number }): string | null {
  if (!PICTURE_TYPES.includes(file.type))
    return 'This file is not a picture that we can use. Choose a PNG, JPEG, WebP or AVIF file.'
  if (file.size === 0) return 'This file is empty. Choose another picture.'
  if (file.size > MAX_IMAGE_BYTES)
    return `This picture has ${megabytes(file.size)} MB. Choose one of at most ${megabytes(MAX_IMAGE_BYTES)} MB.`
  return null
}

/** MiB, which people call MB; rounded up, so that a picture that is too large never seems to fit. */
function megabytes(bytes: number): string {
  return String(Math.ceil((bytes / 1024 / 1024) * 10) / 10)
}

/** The first file of a drop or a paste; null when it holds none (text, for example). */
export function fileOf(data: DataTransfer | null): File | null {
  return data?.files[0] ?? null
}
