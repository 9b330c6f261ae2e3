import { useRef } from 'react'
import { isFinal } from '#domain/shared/outcome.ts'
import { ApiProblem } from './api-problem.ts'

/**
 * Idempotency keys for one form. `keyFor(body)` returns the same key while the body is unchanged, so that a second press or a retry
 * after a lost response has one effect. `done()` after a success and `failed(error)` after a final refusal discard the key, so that the
 * next press is a new attempt.
 */
export function useIdempotencyKey(): {
  keyFor(body: object): string
  done(): void
  failed(error: unknown): void
} {
  const attempt = useRef<{ body: string; key: string } | null>(null)
  return {
    keyFor(body) {
      const text = JSON.stringify(body)
      if (attempt.current?.body !== text) attempt.current = { body: text, key: newKey() }
      return attempt.current.key
    },
    done() {
      attempt.current = null
    },
    failed(error) {
      if (isFinalRefusal(error)) attempt.current = null
    },
  }
}

/** Whether the server stored this refusal under the key that was sent. Without a response the outcome is unknown. */
export function isFinalRefusal(error: unknown): boolean {
  return error instanceof ApiProblem && error.status >= 400 && error.status < 500 && isFinal(error.code)
}

/** 128 random bits as hex. Not randomUUID: browsers have it only on https and localhost. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
