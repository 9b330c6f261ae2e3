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
import { boundaryOf, parseMultipart } from './read-multipart.ts'
import { withDecodeSlot, withUploadSlot } from './upload-slots.ts'

/** Bytes that the form around the picture may take. */
const FORM_BYTES = 16 * 1024

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
  const form = await parseMultipart(bytes, type, boundary)
  if (!form.ok) return form
  const file = form.value.get('image')
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

const TOO_LARGE = refused('payload_too_large', 'This picture is larger than 5 MB. Choose a smaller one.')
