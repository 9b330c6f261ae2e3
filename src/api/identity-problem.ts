import { type RequestNames, writeProblem } from './problem.ts'

/** The identity provider's error response. */
type IdentityResponse = {
  code?: string
  message?: string
  errors?: { field: string; code: string; message: string }[]
}

/** Titles of the statuses that identity returns. */
const TITLES: Partial<Record<number, string>> = {
  401: 'Please log in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  413: 'Too large',
  415: 'Unsupported content type',
  422: 'Please check what you entered',
  429: 'Too many requests',
}

/**
 * A response of the identity provider in the API's form: an error becomes a problem (RFC 9457) with the
 * provider's code in lower case and its headers. Everything else passes unchanged.
 */
export async function identityProblem(response: Response, request: RequestNames): Promise<Response> {
  const { status } = response
  if (status < 400 || !response.headers.get('content-type')?.startsWith('application/json')) return response
  const { code = 'unknown', message = '', errors } = (await response.json()) as IdentityResponse
  const title = TITLES[status] ?? (status < 500 ? 'Malformed request' : 'Our fault')
  const problem = writeProblem(
    { title, status, detail: message, code: code.toLowerCase(), ...(errors && { errors }) },
    request,
  )
  for (const [header, value] of response.headers)
    if (!header.startsWith('content-') && header !== 'cache-control') problem.headers.append(header, value)
  return problem
}
