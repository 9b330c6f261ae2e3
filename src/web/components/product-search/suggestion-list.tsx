import Combobox from '@github/combobox-nav'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { suggest } from '#contract/search.ts'
import type { Suggestion } from '#domain/search/suggestion.ts'
import { formatCountOf } from '#domain/shared/format-count.ts'
import { api } from '../../api-client/api-client.ts'

/** How long typing must pause before suggestions are requested, in ms. */
const PAUSE_MS = 150

const kinds = { words: '', category: 'Category', brand: 'Brand', part: '' } as const

/**
 * The listbox of a search field: arrow keys choose, Enter or a press opens, Esc closes it and keeps the typed
 * text.
 */
export function SuggestionList({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([])
  const isOpen = suggestions.length > 0
  const closeNow = useRef<() => void>(null)
  const { key } = useLocation()
  // Back may leave the search but keep the field and its focus.
  useEffect(() => () => closeNow.current?.(), [key])

  useEffect(() => {
    const input = field.current
    if (!input) return
    let request = new AbortController()
    let pause: ReturnType<typeof setTimeout> | undefined
    const close = () => {
      request.abort()
      clearTimeout(pause)
      setSuggestions([])
    }
    closeNow.current = close
    const read = () => {
      request.abort()
      clearTimeout(pause)
      const q = input.value
      if (q.trim().length < 2) return setSuggestions([])
      const { signal } = (request = new AbortController())
      pause = setTimeout(() => {
        // Without a response, the typed search still works.
        void api(suggest, { query: { q }, signal })
          .catch(() => ({ suggestions: [] }))
          .then(({ suggestions }) => !signal.aborted && setSuggestions(suggestions))
      }, PAUSE_MS)
    }
    const { form } = input
    // Typed while this was loading.
    if (document.activeElement === input && input.value !== input.defaultValue) read()
    input.addEventListener('input', read)
    input.addEventListener('blur', close)
    form?.addEventListener('submit', close)
    return () => {
      close()
      input.removeEventListener('input', read)
      input.removeEventListener('blur', close)
      form?.removeEventListener('submit', close)
    }
  }, [field])

  useEffect(() => {
    const input = field.current
    if (!input || !list.current) return
    const combobox = new Combobox(input, list.current, { tabInsertsSuggestions: false })
    if (!isOpen) return () => combobox.destroy()
    combobox.start()
    // In a search field, Esc also deletes the text; not when it closes the list.
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      setSuggestions([])
    }
    input.addEventListener('keydown', closeByKey)
    return () => {
      input.removeEventListener('keydown', closeByKey)
      combobox.destroy()
    }
  }, [field, isOpen, suggestions])

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
        onClick={() => setSuggestions([])}
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
