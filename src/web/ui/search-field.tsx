import { useEffect, useId, useRef, useState } from 'react'
import { controlClasses } from './field-frame.tsx'

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
  const id = useId()
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
  useEffect(() => () => clearTimeout(timer.current), [])

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
      className="relative w-full sm:w-72"
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-ink-soft"
      >
        <circle cx="8.5" cy="8.5" r="5.8" />
        <path d="m13 13 4.500 4.500" />
      </svg>
      <input
        id={id}
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
        placeholder={placeholder}
        value={draft}
        onChange={(event) => search(event.target.value, PAUSE_MS)}
        className={`${controlClasses} pl-10`}
      />
    </form>
  )
}
