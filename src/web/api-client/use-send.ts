import { useState } from 'react'
import { ApiProblem, problemText } from '../api-problem.ts'

/**
 * Sends a form or an action. `send` ignores a press while the previous one is `busy`, and shows why `work`
 * failed: at the fields of `form` that the store refused, otherwise in `problem`.
 * @param firstProblem the problem with which the page was rendered.
 */
export function useSend(form?: { refuse(fields: ApiProblem['errors']): boolean }, firstProblem = '') {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState(firstProblem)

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
