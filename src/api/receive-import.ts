import { MAX_IMPORT_BYTES, UploadFields } from '#domain/imports/imported-file.ts'
import type { Upload } from '#domain/imports/manage-imports.server.ts'
import { invalidInput } from '#domain/shared/invalid-input.ts'
import { ok, type Outcome, refused } from '#domain/shared/outcome.ts'
import { readBytes } from './read-body.ts'
import { boundaryOf, parseMultipart } from './read-multipart.ts'
import { withDecodeSlot, withUploadSlot } from './upload-slots.ts'

/** Bytes that the form around the files may take. */
const FORM_BYTES = 16 * 1024

/**
 * Receives a file to import from a multipart form. Who may: admins (checked before a byte is read).
 * Refused: payload_too_large, unsupported_media_type, malformed_body, invalid_input.
 */
export async function receiveImport(request: Request): Promise<Outcome<Upload>> {
  const type = request.headers.get('content-type') ?? ''
  const boundary = boundaryOf(type)
  if (boundary === null)
    return refused('unsupported_media_type', 'Send the file as multipart/form-data in the field "file".')
  return withUploadSlot(async () => {
    const bytes = await readBytes(request, MAX_IMPORT_BYTES + FORM_BYTES)
    if (!bytes)
      return refused(
        'payload_too_large',
        `Files of at most ${MAX_IMPORT_BYTES / 2 ** 20} MB can be uploaded. Split it, or import it by the command.`,
      )
    return withDecodeSlot(async () => {
      const form = await parseMultipart(bytes, type, boundary)
      return form.ok ? readUpload(form.value) : form
    })
  })
}

async function readUpload(form: FormData): Promise<Outcome<Upload>> {
  const fields = UploadFields.safeParse({
    kind: form.get('kind') ?? undefined,
    skipUnknown: form.get('skipUnknown') ?? undefined,
  })
  if (!fields.success) return invalidInput(fields.error.issues)
  const { kind, skipUnknown = false } = fields.data
  const [file, map] = [fileOf(form, 'file'), fileOf(form, 'map')]
  if (!file) return missing('file', 'Choose a file')
  return ok({
    kind,
    skipUnknown,
    // A name from another system may be anything.
    fileName: file.name.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '').slice(-200) || 'file',
    file: await file.bytes(),
    map: kind === 'aces' && map ? await map.bytes() : null,
  })
}

/** A chosen file: browsers send an empty one without a name where none was chosen. */
function fileOf(form: FormData, field: string): File | null {
  const file = form.get(field)
  return file instanceof File && (file.size > 0 || file.name !== '') ? file : null
}

function missing(field: string, message: string): Outcome<never> {
  return refused('invalid_input', message, [{ field, code: 'required', message }])
}
