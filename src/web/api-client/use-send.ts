import { useState } from 'react'
import { ApiProblem, problemText } from './api-problem.ts'

/**
 * Sends what was pressed or typed. `send` ignores a press while the last one is `busy`, and shows why `work` failed: at the fields of
 * `form` that the store refused, else in `problem`.
 * @param first the problem that the page was rendered with.
 */
export function useSend(form?: { refuse(fields: ApiProblem['errors']): boolean }, first = '') {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState(first)

  const send = async (work: () => Promise<void>) => {
    if (busy) return
    setProblem('')
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiProblem && form?.refuse(error.errors))) setProblem(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, send }
}
