import type { Viewer } from '#domain/accounts/viewer.ts'
import {
  ImageHostError,
  ImageRefusedError,
  MAX_IMAGE_BYTES,
  type StoredImage,
} from '#domain/products/image-store.ts'
import { withPictureSlot } from '#domain/products/picture-slot.server.ts'
import { ok, type Outcome, refused, refusedField } from '#domain/shared/outcome.ts'
import type { Shop } from '#domain/shop.ts'
import { withForm } from './read-multipart.ts'

const TOO_LARGE = `This picture is larger than ${MAX_IMAGE_BYTES / 2 ** 20} MB. Choose a smaller one.`

/**
 * Receives an uploaded picture from the multipart field `image`. Access: admins (checked before a byte is
 * read). Refusals: payload_too_large, unsupported_media_type, malformed_body, picture_type_unsupported,
 * picture_unreadable, provider_….
 */
export function receivePicture(
  shop: Pick<Shop, 'images'>,
  viewer: Viewer,
  request: Request,
): Promise<Outcome<{ data: StoredImage }>> {
  const rules = {
    maxBytes: MAX_IMAGE_BYTES,
    tooLarge: TOO_LARGE,
    otherType: 'Send the picture as multipart/form-data in the field "image".',
  }
  return withForm(request, rules, async (form) => {
    const image = form.get('image')
    if (image?.filename === undefined)
      return refusedField('image', 'invalid_input', 'Image is Required', 'required')
    if (image.size > MAX_IMAGE_BYTES) return refused('payload_too_large', TOO_LARGE)
    return withPictureSlot(() => storePicture(shop, viewer, image.bytes))
  })
}

async function storePicture(
  shop: Pick<Shop, 'images'>,
  viewer: Viewer,
  bytes: Uint8Array,
): Promise<Outcome<{ data: StoredImage }>> {
  try {
    return ok({ data: await shop.images.put(bytes, viewer.id) })
  } catch (error) {
    if (error instanceof ImageRefusedError)
      return refused(
        error.reason === 'unsupported' ? 'picture_type_unsupported' : 'picture_unreadable',
        error.message,
      )
    if (error instanceof ImageHostError) return refused(`provider_${error.kind}`, error.message)
    throw error
  }
}
