import { MIMEType } from 'node:util'
import { ok, type Outcome, refused } from '#domain/shared/outcome.ts'

/** Most fields of a form. Parsing 100,000 of them would block the process for a second. */
export const MAX_FORM_FIELDS = 20

/** The boundary of a multipart form; null when the content type names none. */
export function boundaryOf(type: string): string | null {
  try {
    const { essence, params } = new MIMEType(type)
    return essence === 'multipart/form-data' ? params.get('boundary') : null
  } catch {
    return null
  }
}

/** What an upload that cannot be read is refused with. */
export const BROKEN_UPLOAD = 'This upload is broken. Try again.'

/** Reads a form that is in memory. Refused: malformed_body, also for more fields than any of our forms has. */
export async function parseMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  boundary: string,
): Promise<Outcome<FormData>> {
  const broken = refused('malformed_body', BROKEN_UPLOAD)
  if (hasTooManyFields(bytes, boundary)) return broken
  const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => null)
  return form ? ok(form) : broken
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
