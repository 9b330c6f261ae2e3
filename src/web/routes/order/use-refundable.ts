import { useEffect, useState } from 'react'
import { showRefundable } from '#contract/purchases.ts'
import type { CreditableLines } from '#domain/documents/credit.ts'
import { creditableLines } from '#domain/refunds/creditable-lines.ts'
import { api } from '../../api-client/api-client.ts'
import { problemText } from '../../api-problem.ts'

/** What can be given back of an order, read when its dialog opens; null until then. */
export function useRefundable({ _id: id }: { _id: string }) {
  const [refundable, setRefundable] = useState<CreditableLines | null>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    const controller = new AbortController()
    api(showRefundable, { params: { id }, signal: controller.signal }).then(
      (found) => setRefundable(creditableLines(found)),
      (error: unknown) => {
        if (!controller.signal.aborted) setProblem(problemText(error))
      },
    )
    return () => controller.abort()
  }, [id])
  return { refundable, problem }
}
