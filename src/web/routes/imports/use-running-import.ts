import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** How often a screen asks how far an import is, in ms. */
const ASK_EVERY = 1000

/** Loads the screen again and again while the store works on what it shows. */
export function useRunningImport(isRunning: boolean): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isRunning || state !== 'idle') return
    const timer = setTimeout(() => void revalidate(), ASK_EVERY)
    return () => clearTimeout(timer)
  }, [isRunning, state, revalidate])
}
