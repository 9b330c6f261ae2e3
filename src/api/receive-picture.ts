import { MIMEType } from 'node:util'
import type { Viewer } from '#domain/accounts/viewer.ts'
import { ok, type Outcome, refused } from '#domain/shared/outcome.ts'
import {
  ImageHostProblem,
  ImageRefused,
  MAX_IMAGE_BYTES,
  type StoredImage,
} from '#domain/products/image-store.ts'
import type { Shop } from '#domain/shop.ts'
import { readBytes } from './read-body.ts'
import { withDecodeSlot, withUploadSlot } from './upload-slots.ts'

/** Bytes that the form around the picture may take. */
const FORM_BYTES = 16 * 1024

/** Most fields of the form. Parsing 100,000 of them would block the process for a second. */
const MAX_FORM_FIELDS = 20

/**
 * Receives an uploaded picture from the multipart field `image`. Who may: admins (checked before a byte is
 * read).
 * Refused: payload_too_large, unsupported_media_type, malformed_body, picture_type_unsupported,
 * picture_unreadable, provider_….
 */
export async function receivePicture(
  shop: Shop,
  viewer: Viewer,
  request: Request,
): Promise<Outcome<{ data: StoredImage }>> {
  const type = request.headers.get('content-type') ?? ''
  const boundary = boundaryOf(type)
  if (boundary === null)
    return refused('unsupported_media_type', 'Send the picture as multipart/form-data in the field "image".')
  return withUploadSlot(async () => {
    const form = await readBytes(request, MAX_IMAGE_BYTES + FORM_BYTES)
    if (!form) return TOO_LARGE
    return withDecodeSlot(async () => {
      const picture = await findPicture(form, type, boundary)
      return picture.ok ? keepPicture(shop, viewer, picture.value) : picture
    })
  })
}

async function findPicture(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  boundary: string,
): Promise<Outcome<File>> {
  if (hasTooManyFields(bytes, boundary)) return BROKEN
  const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => null)
  if (!form) return BROKEN
  const file = form.get('image')
  if (!(file instanceof File)) {
    const message = 'Image is Required'
    return refused('invalid_input', message, [{ field: 'image', code: 'required', message }])
  }
  return file.size > MAX_IMAGE_BYTES ? TOO_LARGE : ok(file)
}

async function keepPicture(shop: Shop, viewer: Viewer, file: File): Promise<Outcome<{ data: StoredImage }>> {
  try {
    return ok({ data: await shop.images.put(await file.bytes(), viewer.id) })
  } catch (error) {
    if (error instanceof ImageRefused)
      return refused(
        error.reason === 'unsupported' ? 'picture_type_unsupported' : 'picture_unreadable',
        error.message,
      )
    if (error instanceof ImageHostProblem) return refused(`provider_${error.kind}`, error.message)
    throw error
  }
}

/** The boundary of a multipart form; null when the content type names none. */
function boundaryOf(type: string): string | null {
  try {
    const { essence, params } = new MIMEType(type)
    return essence === 'multipart/form-data' ? params.get('boundary') : null
  } catch {
    return null
  }
}

/** True when the form could have more fields than we parse: its boundary precedes each, and ends the form. */
function hasTooManyFields(bytes: Uint8Array, boundary: string): boolean {
  const form = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const mark = `--${boundary}`
  let at = -1
  for (let field = 0; field <= MAX_FORM_FIELDS + 1; field += 1) {
    at = form.indexOf(mark, at + 1)
    if (at < 0) return false
  }
  return true
}

const TOO_LARGE = refused('payload_too_large', 'This picture is larger than 5 MB. Choose a smaller one.')
const BROKEN = refused('malformed_body', 'This upload is broken. Try again.')
