import { useRef, useState } from 'react'
import type { Call, CallInput, CallResponse } from '#contract/call.ts'
import { ApiProblem, problemText } from '../api-problem.ts'
import { toastError, toastSuccess } from '../ui/toast-store.ts'
import { useOnce } from './use-once.ts'

/** What the page shows of a change. Texts may depend on its input and result. */
type Outcome<Input, Result> = {
  /** Shows the fields that the store refused. */
  form?: { refuse(fields: ApiProblem['errors']): boolean }
  /** The problem with which the page was rendered. */
  firstProblem?: string | undefined
  /** Changes do not wait for each other; otherwise a press during one is ignored. */
  isConcurrent?: boolean
  /** The subject of the toasts: one order, the sign-in. */
  about?: string | ((input: Input) => string)
  /** The toast of a success. */
  done?: string | ((result: Result, input: Input) => string | null)
  /** What the Undo button of that toast does. */
  undo?: (result: Result, input: Input) => (() => void) | undefined
  /** The toast of a failure; null: the caller has shown it; undefined: it is `problem`. */
  failed?: (error: unknown, input: Input) => FailureText | Promise<FailureText>
  /** Runs after a success, while the change is still pending. */
  next?: (result: Result, input: Input) => unknown
}

type FailureText = string | null | undefined

type Mutation<Input, Result> = {
  busy: boolean
  /** The input of the change that is pending. */
  pending: Input | null
  /** Why the last change failed; '' if it did not, or a field or a toast says so. */
  problem: string
  /** Resolves to the result; to undefined after a failure. Never rejects. */
  send: (input: Input) => Promise<Result | undefined>
}

/**
 * The one way to change data in the browser: sends a call of the contract, or runs a function that changes
 * something. A call that accepts an Idempotency-Key has one, the same for a retry (see useOnce).
 */
export function useMutation<C extends Call>(
  call: C,
  outcome?: Outcome<CallInput<C>, CallResponse<C>>,
): Mutation<CallInput<C>, CallResponse<C>>
export function useMutation<Input = void, Result = void>(
  run: (input: Input) => Promise<Result>,
  outcome?: Outcome<Input, Result>,
): Mutation<Input, Result>
export function useMutation<Input>(
  change: Call | ((input: Input) => Promise<unknown>),
  {
    form,
    firstProblem = '',
    isConcurrent = false,
    about,
    done,
    undo,
    failed,
    next,
  }: Outcome<Input, unknown> = {},
): Mutation<Input, unknown> {
  const [pending, setPending] = useState<{ input: Input } | null>(null)
  const [problem, setProblem] = useState(firstProblem)
  const isSending = useRef(false)
  const once = useOnce()

  const send = async (input: Input) => {
    if (isSending.current && !isConcurrent) return undefined
    isSending.current = true
    setProblem('')
    const sent = { input }
    setPending(sent)
    const subject = typeof about === 'function' ? about(input) : about
    const options = subject === undefined ? {} : { about: subject }
    try {
      const result = await (typeof change === 'function' ? change(input) : once(change, input as object))
      const text = typeof done === 'function' ? done(result, input) : done
      if (text) toastSuccess(text, { ...options, undo: undo?.(result, input) })
      await next?.(result, input)
      return result
    } catch (error) {
      if (error instanceof ApiProblem && form?.refuse(error.errors)) return undefined
      const text = await failed?.(error, input)
      if (text) toastError(text, options)
      else if (text === undefined) setProblem(problemText(error))
      return undefined
    } finally {
      isSending.current = false
      setPending((now) => (now === sent ? null : now))
    }
  }
  return { busy: pending !== null, pending: pending?.input ?? null, problem, send }
}
