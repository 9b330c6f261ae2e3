import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'

/** How long "Copied" is shown, in ms. */
const STATUS_MS = 2500

/** An id in monospace with a Copy button. `name` describes it, such as "transaction id". */
export function CopyableId({ name, id }: { name: string; id: string }) {
  const code = useRef<HTMLElement>(null)
  const [status, setStatus] = useState('')
  useEffect(() => {
    if (status === '') return
    const timer = setTimeout(() => setStatus(''), STATUS_MS)
    return () => clearTimeout(timer)
  }, [status])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id)
      setStatus('Copied')
    } catch {
      // No clipboard access (no https, or permission denied): select the text so that one keystroke copies
      // it.
      if (code.current) getSelection()?.selectAllChildren(code.current)
      setStatus('Selected: press Ctrl+C to copy')
    }
  }
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <code
        ref={code}
        className="rounded-sm border border-line bg-surface px-2 py-1 font-mono text-sm wrap-anywhere select-all"
      >
        {id}
      </code>
      <Button size="sm" aria-label={`Copy ${name}`} onClick={copy}>
        Copy
      </Button>
      <span role="status" className="text-sm text-ink-soft">
        {status}
      </span>
    </span>
  )
}
