import { useEffect, useRef, useState } from 'react'
import { SearchBox } from './search-box.tsx'

/** A pause in typing after which the search starts, in ms. */
const PAUSE_MS = 250

/** Searches a list while typing, after a short pause or at Enter. `value` is what the list shows now; `onSearch` asks for another. */
export function SearchField({
  label,
  placeholder,
  value,
  onSearch,
}: {
  /** Read out, not shown: the placeholder and the magnifier say it to the eye. */
  label: string
  placeholder: string
  value: string
  onSearch: (text: string) => void
}) {
  const [draft, setDraft] = useState(value)
  const [shown, setShown] = useState(value)
  const [asked, setAsked] = useState(value)
  // The list went elsewhere (back, a reset): follow. What was asked for here only arrives: leave what was typed since.
  if (shown !== value) {
    setShown(value)
    if (value !== asked) {
      setAsked(value)
      setDraft(value)
    }
  }
  // The latest ones, for the timer: the list may have changed during the pause.
  const latest = useRef({ value, onSearch })
  useEffect(() => {
    latest.current = { value, onSearch }
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // Pressing a link to another page ends the pause at once: React tells of the way there only when it has rendered it, and a search
    // that started before would lead back here.
    const forget = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link && link.pathname !== location.pathname) clearTimeout(timer.current)
    }
    document.addEventListener('click', forget, { capture: true })
    return () => {
      document.removeEventListener('click', forget, { capture: true })
      clearTimeout(timer.current)
    }
  }, [])

  const search = (text: string, pause: number) => {
    setDraft(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (text.trim() === latest.current.value) return
      setAsked(text.trim())
      latest.current.onSearch(text.trim())
    }, pause)
  }
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        search(draft, 0)
      }}
      className="w-full sm:w-72"
    >
      <SearchBox
        label={label}
        placeholder={placeholder}
        value={draft}
        onChange={(event) => search(event.target.value, PAUSE_MS)}
      />
    </form>
  )
}
