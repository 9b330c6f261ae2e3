import { useEffect, useEffectEvent, useState } from 'react'
import type { Quote, QuoteInput } from '#domain/cart/quote.ts'
import { ApiProblem, problemText } from '../../api-problem.ts'

/** How long a changed question waits for the next key, in ms. */
const PAUSE_MS = 200

type Asked = { key: string; quote: Quote | null; problem: string; zipProblem: string | undefined }

/**
 * What a cart costs, asked again with every change of the question; null: nothing to ask. The last quote
 * stays until the next one is there, except for its problem. `version`: changes with the cart on the server.
 */
export function useQuote(input: QuoteInput | null, version: unknown) {
  const key = input === null ? '' : JSON.stringify([input, version])
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = useEffectEvent(async (signal?: AbortSignal): Promise<Quote | null> => {
    if (input === null) return null
    try {
      const { loadQuote } = await import('./load-quote.ts')
      const quote = await loadQuote(input, signal)
      if (!signal?.aborted) setAsked({ key, quote, problem: '', zipProblem: undefined })
      return quote
    } catch (error) {
      if (signal?.aborted) return null
      const errors = error instanceof ApiProblem ? error.errors : []
      const zipProblem = errors.find(({ field }) => field === 'postalCode')?.message
      setAsked({ key, quote: null, problem: zipProblem === undefined ? problemText(error) : '', zipProblem })
      return null
    }
  })
  useEffect(() => {
    if (key === '') return undefined
    const ended = new AbortController()
    const timer = setTimeout(() => void ask(ended.signal), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [key])
  const isCurrent = asked?.key === key
  return {
    quote: key === '' ? null : (asked?.quote ?? null),
    busy: key !== '' && !isCurrent,
    problem: isCurrent ? asked.problem : '',
    zipProblem: isCurrent ? asked.zipProblem : undefined,
    /** Asks the same again; null after a failure, which `problem` says. */
    reload: () => ask(),
  }
}
