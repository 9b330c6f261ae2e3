import { ok, type Outcome, refused } from '#domain/shared/outcome.ts'

/** Bytes of a JSON body at most (contract: 64 KiB). */
const MAX_BODY_BYTES = 64 * 1024

/**
 * Reads a JSON body. An absent body is an empty object.
 * Refused: payload_too_large, unsupported_media_type, malformed_body.
 */
export async function readJsonBody(request: Request): Promise<Outcome<unknown>> {
  const bytes = await readBytes(request, MAX_BODY_BYTES)
  if (!bytes) return refused('payload_too_large', 'This request is larger than 64 KiB.')
  if (bytes.length === 0) return ok({})
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    return refused('unsupported_media_type', 'Send JSON with Content-Type: application/json.')
  try {
    return ok(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    return refused('malformed_body', 'This request is not well-formed JSON.')
  }
}

/** The body's bytes, or null once there are more than `max` of them; no more than that is ever kept. */
export async function readBytes(request: Request, max: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const announced = request.headers.get('content-length')
  if (Number(announced ?? 0) > max) return null
  // The server lets in no more than was announced; read at once, the body costs a tenth of what a stream does.
  if (announced !== null) return new Uint8Array(await request.arrayBuffer())
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body) {
    length += chunk.length
    if (length > max) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}
