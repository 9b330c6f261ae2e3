import { useEffect, useRef, useState } from 'react'

/**
 * Handles files dropped anywhere on the page, or `pasted`: outside of a file input the browser would open the
 * file. Returns whether files are dragged over the page.
 */
export function useFileDrop(onFiles: (files: FileList) => void, { pasted = false } = {}): boolean {
  const [over, setOver] = useState(false)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const listening = new AbortController()
    const listen = <Kind extends keyof WindowEventMap>(
      kind: Kind,
      listener: (event: WindowEventMap[Kind]) => void,
    ) => addEventListener(kind, listener, { signal: listening.signal })
    listen('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    })
    listen('dragleave', (event) => event.relatedTarget === null && setOver(false))
    listen('drop', (event) => {
      setOver(false)
      const files = event.dataTransfer?.files
      if (!files || files.length === 0) return
      event.preventDefault()
      latest.current(files)
    })
    if (pasted)
      listen('paste', ({ clipboardData }) => {
        if (clipboardData && clipboardData.files.length > 0) latest.current(clipboardData.files)
      })
    return () => listening.abort()
  }, [pasted])
  return over
}
