import { useRef } from 'react'
import type { Call, CallInput, CallResponse } from '#contract/call.ts'
import { isStoredRefusal } from '#domain/shared/outcome.ts'
import { ApiProblem } from '../api-problem.ts'
import { api } from './api-client.ts'

/**
 * Makes calls with an idempotency key where they accept one: the same one for the same parameters and body,
 * so that a second press or a retry after a lost response has one effect. After a success or a final refusal
 * the same body is a new attempt.
 */
export function useOnce() {
  const keys = useRef(new Map<string, Map<string, string>>())
  return async <C extends Call>(call: C, input: CallInput<C>): Promise<CallResponse<C>> => {
    if (!call.acceptsIdempotencyKey) return api<Call>(call, input) as Promise<CallResponse<C>>
    const { params, body } = input as { params?: unknown; body?: unknown }
    const subject = `${call.method} ${call.path} ${JSON.stringify(params)}`
    const text = JSON.stringify(body)
    const attempts = keys.current.get(subject) ?? new Map<string, string>()
    const idempotencyKey = attempts.get(text) ?? newKey()
    keys.current.set(subject, attempts.set(text, idempotencyKey))
    try {
      const response = await api<Call>(call, { ...input, idempotencyKey })
      keys.current.delete(subject)
      return response as CallResponse<C>
    } catch (error) {
      if (isFinalRefusal(error)) attempts.delete(text)
      throw error
    }
  }
}

/** Whether the server stored this refusal under its key. Without a response the outcome is unknown. */
function isFinalRefusal(error: unknown): boolean {
  return (
    error instanceof ApiProblem && error.status >= 400 && error.status < 500 && isStoredRefusal(error.code)
  )
}

/** 128 random bits as hex. Not randomUUID: browsers have it only on https and localhost. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
