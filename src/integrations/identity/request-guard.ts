import type { z } from 'zod'
import type { IdentityError } from './identity-errors.ts'

const BODY_LIMIT = 64 * 1024

/** Reads a JSON object of 64 KiB at most; no body at all counts as `{}`. */
export async function readJsonObject(
  request: Request,
): Promise<{ body: object } | { refused: IdentityError }> {
  const text = await readText(request)
  if (text === null) {
    return { refused: { status: 413, code: 'TOO_LARGE', message: 'This is more than we can take at once.' } }
  }
  if (text === '') return { body: {} }
  if (!/^application\/json(?:\s*;|$)/i.test(request.headers.get('content-type') ?? '')) {
    return {
      refused: {
        status: 415,
        code: 'UNSUPPORTED_MEDIA_TYPE',
        message: 'Send JSON (content-type: application/json).',
      },
    }
  }
  try {
    const body: unknown = JSON.parse(text)
    if (body !== null && typeof body === 'object' && !Array.isArray(body)) return { body }
  } catch {
    // Answered below, together with JSON that is no object.
  }
  return { refused: { status: 400, code: 'BAD_REQUEST', message: 'The request is not a JSON object.' } }
}

async function readText(request: Request): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > BODY_LIMIT) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** What is wrong with the fields, the first one in `message`. */
export function invalidFields(error: z.ZodError): IdentityError {
  const errors = error.issues.map((issue) => ({
    field: issue.path.join('.'),
    code: 'invalid',
    message: issue.message,
  }))
  return {
    status: 422,
    code: 'VALIDATION_FAILED',
    message: errors[0]?.message ?? 'Check what you entered.',
    errors,
  }
}
