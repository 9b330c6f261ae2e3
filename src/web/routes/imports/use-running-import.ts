import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** The interval at which a screen polls an import's progress, in ms. */
const POLL_INTERVAL_MS = 1000

/** Polls: reloads the screen's data while the store works on the import. */
export function useRunningImport(isRunning: boolean): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isRunning || state !== 'idle') return
    const timer = setTimeout(() => void revalidate(), POLL_INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [isRunning, state, revalidate])
}
