import {
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  type MultipartPart,
  parseMultipartStream,
} from '@remix-run/multipart-parser'
import { MAX_IMPORT_BYTES, UploadFields } from '#domain/imports/imported-file.ts'
import type { Upload } from '#domain/imports/manage-imports.server.ts'
import { invalidInput } from '#domain/shared/invalid-input.ts'
import { ok, type Outcome, refused } from '#domain/shared/outcome.ts'
import { boundaryOf, BROKEN_UPLOAD, MAX_FORM_FIELDS } from './read-multipart.ts'
import { withUploadSlot } from './upload-slots.ts'

/** Bytes that the form around the files may take. */
const FORM_BYTES = 16 * 1024
const TOO_LARGE = `Files of at most ${MAX_IMPORT_BYTES / 2 ** 20} MB can be uploaded. Split it, or import it by the command.`

/**
 * Receives a file to import from a multipart form. Who may: admins (checked before a byte is read). It is taken apart while it arrives: at
 * once, 16 MB would keep other requests waiting.
 * Refused: payload_too_large, unsupported_media_type, malformed_body, invalid_input.
 */
export async function receiveImport(request: Request): Promise<Outcome<Upload>> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  if (boundary === null)
    return refused('unsupported_media_type', 'Send the file as multipart/form-data in the field "file".')
  if (Number(request.headers.get('content-length') ?? 0) > MAX_IMPORT_BYTES + FORM_BYTES)
    return refused('payload_too_large', TOO_LARGE)
  const { body } = request
  if (!body) return refused('malformed_body', BROKEN_UPLOAD)
  return withUploadSlot(async () => {
    const form = await readForm(body, boundary)
    return form.ok ? readUpload(form.value) : form
  })
}

type Form = ReadonlyMap<string, MultipartPart>

/** The fields of a form by their names; of a repeated one the first. */
async function readForm(body: ReadableStream<Uint8Array>, boundary: string): Promise<Outcome<Form>> {
  const form = new Map<string, MultipartPart>()
  try {
    const parts = parseMultipartStream(body, {
      boundary,
      maxParts: MAX_FORM_FIELDS,
      maxFileSize: MAX_IMPORT_BYTES + FORM_BYTES,
      maxTotalSize: MAX_IMPORT_BYTES + FORM_BYTES,
    })
    for await (const part of parts) {
      const name = part.name ?? ''
      if (!form.has(name)) form.set(name, part)
    }
  } catch (error) {
    if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError)
      return refused('payload_too_large', TOO_LARGE)
    if (error instanceof MultipartParseError) return refused('malformed_body', BROKEN_UPLOAD)
    throw error
  }
  return ok(form)
}

function readUpload(form: Form): Outcome<Upload> {
  const textOf = (field: string) => form.get(field)?.text
  const fields = UploadFields.safeParse({ kind: textOf('kind'), skipUnknown: textOf('skipUnknown') })
  if (!fields.success) return invalidInput(fields.error.issues)
  const { kind, skipUnknown = false } = fields.data
  const [file, map] = [fileOf(form, 'file'), fileOf(form, 'map')]
  if (!file) return missing('file', 'Choose a file')
  return ok({
    kind,
    skipUnknown,
    // A name from another system may be anything.
    fileName: file.name.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '').slice(-200) || 'file',
    file: file.pieces,
    map: kind === 'aces' && map ? map.pieces : null,
  })
}

/** A chosen file: browsers send an empty one without a name where none was chosen. */
function fileOf(form: Form, field: string): { name: string; pieces: Uint8Array[] } | null {
  const part = form.get(field)
  const name = part?.filename
  if (!part || name === undefined || (part.size === 0 && name === '')) return null
  // Browsers escape a quote so: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
  return { name: name.replaceAll('%22', '"'), pieces: part.content }
}

function missing(field: string, message: string): Outcome<never> {
  return refused('invalid_input', message, [{ field, code: 'required', message }])
}
