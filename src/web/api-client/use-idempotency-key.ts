import { useRef } from 'react'
import { isStoredRefusal } from '#domain/shared/outcome.ts'
import { ApiProblem } from '../api-problem.ts'

/**
 * Makes a call with an idempotency key: the same one while the body is unchanged, so that a second press or a
 * retry after a lost response has one effect. After a success or a final refusal the same body is a new
 * attempt.
 */
export function useIdempotencyKey() {
  const attempt = useRef<{ body: string; key: string } | null>(null)
  return async <Result>(body: object, call: (key: string) => Promise<Result>): Promise<Result> => {
    const text = JSON.stringify(body)
    const { key } = attempt.current?.body === text ? attempt.current : { key: newKey() }
    attempt.current = { body: text, key }
    try {
      const response = await call(key)
      attempt.current = null
      return response
    } catch (error) {
      if (isFinalRefusal(error)) attempt.current = null
      throw error
    }
  }
}

/** Whether the server stored this refusal under its key. Without a response the outcome is unknown. */
export function isFinalRefusal(error: unknown): boolean {
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
