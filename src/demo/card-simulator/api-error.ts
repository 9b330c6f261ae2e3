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

/** Thrown before any effect: sent as it is, and not stored for the idempotency key. */
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

/** 404: `what` is the object's name, such as `payment_intent`. */
export function noSuch(what: string, id: string, param = 'intent'): ApiError {
  const message = `No such ${what}: '${id}'`
  return new ApiError(404, { type: 'invalid_request_error', code: 'resource_missing', param, message })
}
