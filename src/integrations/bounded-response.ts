/**
 * Buffers a response up to a limit, so that no server can exhaust our memory.
 * @param maxBytes of the body after decompression.
 * @returns the same response with its body in memory.
 * @throws Error if the body is longer; the connection is then closed.
 */
export async function readAtMost(response: Response, maxBytes: number): Promise<Response> {
  if (!response.body) return response
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`The response is longer than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  const { status, statusText, headers } = response
  return new Response(Buffer.concat(chunks), { status, statusText, headers })
}
