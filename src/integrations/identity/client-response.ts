/**
 * The response as this client should get it: never cached, and without session tokens for browsers, which
 * have the cookie. Other programs, which send no Sec-Fetch-Site, use the token as their proof.
 */
export async function adaptToClient(request: Request, response: Response): Promise<Response> {
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'no-store')
  headers.delete('content-length')
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false
  if (!response.ok || !isJson || !request.headers.has('sec-fetch-site')) {
    return new Response(response.body, { status: response.status, headers })
  }
  const body: unknown = await response.json()
  const text = JSON.stringify(body, (key, value: unknown) => (key === 'token' ? undefined : value))
  return new Response(text, { status: response.status, headers })
}
