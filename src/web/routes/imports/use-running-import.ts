import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** The interval at which a screen polls an import's progress, in ms. */
const ASK_EVERY = 1000

/** Polls: reloads the screen's data while the store works on the import. */
export function useRunningImport(isRunning: boolean): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isRunning || state !== 'idle') return
    const timer = setTimeout(() => void revalidate(), ASK_EVERY)
    return () => clearTimeout(timer)
  }, [isRunning, state, revalidate])
}
