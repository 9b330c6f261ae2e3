import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { problemText } from '../../api-problem.ts'

/** Waits shorter than this, in ms, show no loading state. */
const LOADING_DELAY_MS = 300

/**
 * One request at a time: a new one aborts the previous. `waiting` becomes true when it is slow; `problem` is
 * why the last one failed. `receive` sets the response's state; `then` is called once it is rendered.
 */
export function useLatestRequest() {
  const [waiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState('')
  const request = useRef<AbortController>(null)
  const cancel = () => {
    request.current?.abort()
    setWaiting(false)
  }
  useEffect(() => () => request.current?.abort(), [])

  const send = async <Result>(
    ask: (signal: AbortSignal) => Promise<Result>,
    receive: (result: Result) => void,
    then?: () => unknown,
  ) => {
    cancel()
    const { signal } = (request.current = new AbortController())
    setProblem('')
    const slow = setTimeout(() => setWaiting(true), LOADING_DELAY_MS)
    try {
      const response = await ask(signal)
      if (signal.aborted) return
      flushSync(() => receive(response))
      then?.()
    } catch (error) {
      if (!signal.aborted) setProblem(problemText(error))
    } finally {
      clearTimeout(slow)
      if (!signal.aborted) setWaiting(false)
    }
  }
  return { waiting, problem, send, cancel }
}
