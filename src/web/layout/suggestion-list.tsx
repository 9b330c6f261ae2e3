import Combobox from '@github/combobox-nav'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { suggest } from '#contract/search.ts'
import type { Suggestion } from '#domain/search/suggestion.ts'
import { formatCountOf } from '#domain/shared/format-count.ts'
import { api } from '../api-client/api-client.ts'

/** The debounce interval of the suggestions, in ms. */
const DEBOUNCE_MS = 150

const kinds = { words: '', category: 'Category', brand: 'Brand', part: '' } as const

type FieldRef = RefObject<HTMLInputElement | null>

/**
 * The listbox of a search field: arrow keys choose, Enter or a press opens, Esc closes it and keeps the typed
 * text.
 */
export function SuggestionList({ field }: { field: FieldRef }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [suggestions, setSuggestions] = useSuggestions(field)
  const isOpen = suggestions.length > 0
  const close = () => setSuggestions([])
  useCombobox(field, list, suggestions, close)

  return (
    <>
      {/* The field keeps the focus while a suggestion is pressed: losing it would close the list first. */}
      <div
        ref={list}
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label="Suggestions"
        hidden={!isOpen}
        onMouseDown={(event) => event.preventDefault()}
        onClick={close}
        className="absolute top-full left-0 z-50 mt-1 w-full min-w-[min(18rem,calc(100vw-2rem))] rounded-md border border-line-strong bg-raised py-1 text-ink shadow-high"
      >
        {suggestions.map(({ kind, text, path, number }, at) => (
          <Link
            key={path}
            id={`${id}-${at}`}
            to={path}
            role="option"
            aria-selected={false}
            tabIndex={-1}
            className="flex min-h-11 items-center justify-between gap-x-4 px-4 no-underline max-xs:flex-wrap hover:bg-paper aria-selected:bg-paper"
          >
            <span className="min-w-0 truncate wrap-anywhere max-xs:whitespace-normal">{text}</span>
            {(number ?? kinds[kind]) !== '' && (
              <span className="shrink-0 text-sm text-ink-soft">{number ?? kinds[kind]}</span>
            )}
          </Link>
        ))}
      </div>
      <p role="status" className="sr-only">
        {isOpen && formatCountOf(suggestions.length, 'suggestion')}
      </p>
    </>
  )
}

/** The suggestions for the typed text, as a state; a blur, a submit and a navigation clear it. */
function useSuggestions(field: FieldRef) {
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([])
  const clearNow = useRef<() => void>(null)
  const { key } = useLocation()
  // Back may leave the search but keep the field and its focus.
  useEffect(() => () => clearNow.current?.(), [key])

  useEffect(() => {
    const input = field.current
    if (!input) return
    let request = new AbortController()
    const clear = () => {
      request.abort()
      setSuggestions([])
    }
    clearNow.current = clear
    const update = () => {
      request.abort()
      const q = input.value
      if (q.trim().length < 2) return setSuggestions([])
      const { signal } = (request = new AbortController())
      setTimeout(() => {
        if (signal.aborted) return
        // Without a response, the typed search still works.
        void api(suggest, { query: { q }, signal })
          .catch(() => ({ suggestions: [] }))
          .then((found) => !signal.aborted && setSuggestions(found.suggestions))
      }, DEBOUNCE_MS)
    }
    // Typed while this was loading.
    if (document.activeElement === input && input.value !== input.defaultValue) update()
    const listening = new AbortController()
    const { signal } = listening
    input.addEventListener('input', update, { signal })
    input.addEventListener('blur', clear, { signal })
    input.form?.addEventListener('submit', clear, { signal })
    return () => {
      clear()
      listening.abort()
    }
  }, [field])
  return [suggestions, setSuggestions] as const
}

/** The keys that choose among the suggestions and open one; Esc calls `close`. */
function useCombobox(
  field: FieldRef,
  list: RefObject<HTMLDivElement | null>,
  suggestions: readonly Suggestion[],
  close: () => void,
): void {
  // In a search field, Esc also deletes the text; not when it closes the list.
  const closeByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    close()
  })
  useEffect(() => {
    const input = field.current
    if (!input || !list.current) return
    const combobox = new Combobox(input, list.current, { tabInsertsSuggestions: false })
    if (suggestions.length === 0) return () => combobox.destroy()
    combobox.start()
    const listening = new AbortController()
    input.addEventListener('keydown', closeByKey, { signal: listening.signal })
    return () => {
      listening.abort()
      combobox.destroy()
    }
  }, [field, list, suggestions])
}
