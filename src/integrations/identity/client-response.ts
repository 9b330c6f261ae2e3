import type { z } from 'zod'

/**
 * The response as this client should get it: never cached, with the fields of its schema only, and without
 * session tokens for browsers, which have the cookie. Other programs, which send no Sec-Fetch-Site, use the
 * token as their proof.
 */
export async function adaptToClient(
  request: Request,
  response: Response,
  schema: z.ZodType | undefined,
): Promise<Response> {
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'no-store')
  headers.delete('content-length')
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false
  const isBrowser = request.headers.has('sec-fetch-site')
  if (!response.ok || !isJson || (!isBrowser && !schema))
    return new Response(response.body, { status: response.status, headers })
  const body: unknown = await response.json()
  const text = JSON.stringify(schema ? schema.parse(body) : body, (key, value: unknown) =>
    isBrowser && key === 'token' ? undefined : value,
  )
  return new Response(text, { status: response.status, headers })
}
