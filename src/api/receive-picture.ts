import type { Viewer } from '#domain/accounts/viewer.ts'
import { ok, type Outcome, refused } from '#domain/outcome.ts'
import {
  ImageHostProblem,
  ImageRefused,
  MAX_IMAGE_BYTES,
  type StoredImage,
} from '#domain/products/image-store.ts'
import type { Shop } from '#domain/shop.ts'
import { readBytes } from './read-body.ts'

/** Bytes that the form around the picture may take. */
const FORM_BYTES = 16 * 1024

/**
 * Takes an uploaded picture from the multipart field `image`. Who may: admins (the door checks before a byte is read).
 * Refused: payload_too_large, unsupported_media_type, malformed_body, picture_type_unsupported, picture_unreadable, provider_….
 */
export async function receivePicture(
  shop: Shop,
  viewer: Viewer,
  request: Request,
): Promise<Outcome<{ data: StoredImage }>> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.toLowerCase().startsWith('multipart/form-data'))
    return refused('unsupported_media_type', 'Send the picture as multipart/form-data in the field "image".')
  const bytes = await readBytes(request, MAX_IMAGE_BYTES + FORM_BYTES)
  if (!bytes) return TOO_LARGE
  const form = await new Response(Buffer.from(bytes), { headers: { 'Content-Type': type } })
    .formData()
    .catch(() => null)
  if (!form) return refused('malformed_body', 'This upload is broken. Try again.')
  const file = form.get('image')
  if (!(file instanceof File)) {
    const message = 'Image is Required'
    return refused('invalid_input', message, [{ field: 'image', code: 'required', message }])
  }
  if (file.size > MAX_IMAGE_BYTES) return TOO_LARGE
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
