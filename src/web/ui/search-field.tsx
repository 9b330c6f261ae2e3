import { useEffect, useRef, useState } from 'react'
import { SearchBox } from './search-box.tsx'

/** The debounce interval of the search, in ms. */
const DEBOUNCE_MS = 250

/**
 * Searches a list while typing, debounced, or at Enter. `value` is the current search term; `onSearch`
 * requests another.
 */
export function SearchField({
  label,
  placeholder,
  value,
  onSearch,
}: {
  /** The label for screen readers; the placeholder and the icon show the same. */
  label: string
  placeholder: string
  value: string
  onSearch: (text: string) => void
}) {
  const [draft, setDraft] = useState(value)
  const [shown, setShown] = useState(value)
  const [requested, setRequested] = useState(value)
  // Follow external changes (Back, a reset), but ignore the arrival of our own search: the user may have
  // typed more since.
  if (shown !== value) {
    setShown(value)
    if (value !== requested) {
      setRequested(value)
      setDraft(value)
    }
  }
  // The timer calls the latest props: the list may have changed during the debounce.
  const latest = useRef({ value, onSearch })
  useEffect(() => {
    latest.current = { value, onSearch }
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // A click on a link cancels the debounce: React reports the navigation only once it has rendered it, and
    // a search that started before would navigate back here.
    const cancelSearch = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link && link.pathname !== location.pathname) clearTimeout(timer.current)
    }
    document.addEventListener('click', cancelSearch, { capture: true })
    return () => {
      document.removeEventListener('click', cancelSearch, { capture: true })
      clearTimeout(timer.current)
    }
  }, [])

  const search = (text: string, pause: number) => {
    setDraft(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (text.trim() === latest.current.value) return
      setRequested(text.trim())
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
      className="w-full sm:max-w-72 sm:grow sm:basis-56"
    >
      <SearchBox
        label={label}
        placeholder={placeholder}
        value={draft}
        onChange={(event) => search(event.target.value, DEBOUNCE_MS)}
      />
    </form>
  )
}
