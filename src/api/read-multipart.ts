import { MIMEType } from 'node:util'
import {
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  type MultipartPart,
  parseMultipartStream,
} from '@remix-run/multipart-parser'
import pLimit from 'p-limit'
import { type Outcome, refused } from '#domain/shared/outcome.ts'

/** Maximum fields of a form; ours have four. */
const MAX_FIELDS = 20
/** Maximum bytes of a form’s fields and headers, in addition to its files. */
const MAX_BYTES_WITHOUT_FILES = 16 * 1024

const BROKEN = refused('malformed_body', 'This upload is broken. Try again.')

/** The fields of a form by name; a repeated field has its first value. */
export type Form = ReadonlyMap<string, MultipartPart>

/**
 * Two uploads are in memory at once, so that a slow sender does not block the others. A waiting upload has
 * not been read: its bytes stay with the sender, so that twenty large files at once take the memory of two.
 */
const withUploadSlot = pLimit(2)

/**
 * Reads a form with files, and calls `use` while the form is one of the two in memory. The form is parsed as
 * it arrives: parsing 16 MB at once would keep other requests waiting.
 * @param rules.maxBytes of all files together. `tooLarge` and `otherType`: the messages for larger files, and
 * for requests that are not a form. Refusals: payload_too_large, unsupported_media_type, malformed_body, and
 * those of `use`.
 */
export async function withForm<T>(
  request: Request,
  rules: { maxBytes: number; tooLarge: string; otherType: string },
  use: (form: Form) => Outcome<T> | Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  if (boundary === null) return refused('unsupported_media_type', rules.otherType)
  const max = rules.maxBytes + MAX_BYTES_WITHOUT_FILES
  if (Number(request.headers.get('content-length') ?? 0) > max)
    return refused('payload_too_large', rules.tooLarge)
  const { body } = request
  if (!body) return BROKEN
  return withUploadSlot(async () => {
    const form = new Map<string, MultipartPart>()
    try {
      const maxHeaderSize = MAX_BYTES_WITHOUT_FILES
      const limits = { maxParts: MAX_FIELDS, maxHeaderSize, maxFileSize: max, maxTotalSize: max }
      let headers = 0
      for await (const part of parseMultipartStream(body, { boundary, ...limits })) {
        // Of all parts together: reading what a header says takes long.
        headers += Object.entries(part.headers).flat().join('').length
        if (headers > MAX_BYTES_WITHOUT_FILES) return BROKEN
        const { name = '' } = part
        if (!form.has(name)) form.set(name, part)
      }
    } catch (error) {
      if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError)
        return refused('payload_too_large', rules.tooLarge)
      if (error instanceof MultipartParseError) return BROKEN
      throw error
    }
    return use(form)
  })
}

/** The boundary of a multipart form; null if the content type has none. */
function boundaryOf(type: string): string | null {
  try {
    const { essence, params } = new MIMEType(type)
    return essence === 'multipart/form-data' ? params.get('boundary') : null
  } catch {
    return null
  }
}
