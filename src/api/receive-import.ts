import type { Upload } from '#domain/imports/add-import.server.ts'
import { MAX_IMPORT_BYTES, UploadFields } from '#domain/imports/imported-file.ts'
import { PARSING } from '#domain/shared/default-messages.ts'
import { invalidInput } from '#domain/shared/invalid-input.ts'
import { ok, type Outcome, refusedField } from '#domain/shared/outcome.ts'
import { type Form, withForm } from './read-multipart.ts'

/**
 * Receives a file to import from a multipart form. Access: admins (checked before a byte is read). Refusals:
 * payload_too_large, unsupported_media_type, malformed_body, invalid_input.
 */
export function receiveImport(request: Request): Promise<Outcome<Upload>> {
  const rules = {
    maxBytes: MAX_IMPORT_BYTES,
    tooLarge: `Files of at most ${MAX_IMPORT_BYTES / 2 ** 20} MB can be uploaded. Split it, or import it on the command line.`,
    otherType: 'Send the file as multipart/form-data in the field "file".',
  }
  return withForm(request, rules, readUpload)
}

function readUpload(form: Form): Outcome<Upload> {
  const textOf = (field: string) => form.get(field)?.text
  const texts = Object.fromEntries(
    (['kind', 'skipUnknown', 'pictures'] as const).map((field) => [field, textOf(field)]),
  )
  const fields = UploadFields.safeParse(texts, PARSING)
  if (!fields.success) return invalidInput(fields.error.issues)
  const { kind, skipUnknown = false, pictures = [] } = fields.data
  const [file, map] = [fileOf(form, 'file'), fileOf(form, 'map')]
  if (!file) return refusedField('file', 'invalid_input', 'Choose a file', 'required')
  return ok({
    kind,
    skipUnknown,
    // A file name from another system may contain anything.
    fileName: file.name.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '').slice(-200) || 'file',
    file: file.chunks,
    map: kind === 'aces' && map ? map.chunks : null,
    pictures: kind === 'products' ? pictures : [],
  })
}

/** The chosen file, or null: browsers send an empty one without a name if none was chosen. */
function fileOf(form: Form, field: string): { name: string; chunks: Uint8Array[] } | null {
  const part = form.get(field)
  const name = part?.filename
  if (!part || name === undefined || (part.size === 0 && name === '')) return null
  // Browsers escape quotes this way:
  // https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
  return { name: name.replaceAll('%22', '"'), chunks: part.content }
}
