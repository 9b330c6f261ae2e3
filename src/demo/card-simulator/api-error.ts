/** An error response in the provider's JSON. */
export type ErrorBody = {
  type: 'invalid_request_error' | 'card_error' | 'api_error' | 'idempotency_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: unknown
  payment_method?: unknown
}

/** Thrown before any effect: sent unchanged, and not stored for the idempotency key. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
}

/** 400: a parameter is missing or wrong. */
export function badParameter(param: string, message: string, code = 'parameter_invalid'): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', code, param, message })
}

/**
 * 404: the object in the URL does not exist. `what` is its name, such as `payment_intent`; `param` is the
 * URL's part.
 */
export function noSuch(what: string, id: string, param = 'intent'): ApiError {
  return new ApiError(404, missing(what, id, param))
}

/** 400: the object in a parameter does not exist. */
export function noSuchIn(param: string, what: string, id: string): ApiError {
  return new ApiError(400, missing(what, id, param))
}

function missing(what: string, id: string, param: string): ErrorBody {
  const message = `No such ${what}: '${id}'`
  return { type: 'invalid_request_error', code: 'resource_missing', param, message }
}
