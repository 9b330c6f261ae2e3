import Combobox from '@github/combobox-nav'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { suggest } from '#contract/search.ts'
import type { Suggestion } from '#domain/search/suggestion.ts'
import { formatCountOf } from '#domain/shared/format-count.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { dependsText, fitTitle } from '#domain/vehicles/fit-words.ts'
import type { VehicleQuery } from '#domain/vehicles/vehicle.ts'
import { mayHaveSerialOfVin } from '#domain/vehicles/vin.ts'
import { api } from '../api-client/api-client.ts'
import { myVehicle } from '../session/my-vehicle.ts'
import { FitPill } from './fit-pill.tsx'
import { Thumbnail } from './picture.tsx'

/** The debounce interval of the suggestions, in ms. */
const DEBOUNCE_MS = 150

/** The groups of suggestions. Parts that fit the visitor's vehicle have their own. */
const GROUPS = {
  words: 'Searches',
  part: 'Parts',
  category: 'Categories and brands',
  brand: 'Categories and brands',
} as const

const KIND_NAMES = { words: '', part: '', category: 'Category', brand: 'Brand' } as const

type FieldRef = RefObject<HTMLInputElement | null>

/** Suggestions, and the vehicle that they were requested for. */
type Suggested = { suggestions: readonly Suggestion[]; vehicle?: VehicleQuery | undefined }
const NONE: Suggested = { suggestions: [] }

/**
 * The listbox of a search field: arrow keys choose, Enter or a press opens, Esc closes it and keeps the typed
 * text.
 */
export function SuggestionList({ field }: { field: FieldRef }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [{ suggestions, vehicle }, setSuggested] = useSuggestions(field)
  const isOpen = suggestions.length > 0
  const close = () => setSuggested(NONE)
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
        className="absolute top-full right-0 z-50 mt-1 w-full min-w-[min(18rem,calc(100vw-2rem))] rounded-md border border-line-strong bg-raised py-1 text-ink shadow-high"
      >
        {/* In the order of their best ones. */}
        {[...Map.groupBy(suggestions, (one) => groupOf(one, vehicle))].map(([label, own]) => (
          <div
            key={label}
            role="group"
            aria-label={label}
            className="not-first:border-t not-first:border-line"
          >
            <p aria-hidden="true" className="px-4 pt-2 text-sm text-ink-soft">
              {label}
            </p>
            {own.map((suggestion) => (
              <Link
                key={suggestion.path}
                id={`${id}-${suggestions.indexOf(suggestion)}`}
                to={suggestion.path}
                role="option"
                aria-selected={false}
                tabIndex={-1}
                className="flex min-h-11 items-center justify-between gap-x-4 px-4 no-underline max-xs:flex-wrap hover:bg-paper aria-selected:bg-paper"
              >
                <SuggestionText suggestion={suggestion} model={vehicle?.model} />
              </Link>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {isOpen && formatCountOf(suggestions.length, 'suggestion')}
      </p>
    </>
  )
}

const groupOf = ({ kind, fit }: Suggestion, { year, model }: VehicleQuery = {}) =>
  fit?.verdict === 'fits' || fit?.verdict === 'fits_if' ? `Fits your ${year} ${model}` : GROUPS[kind]

/**
 * A part with its picture, number, verdict about the visitor's vehicle, and price; otherwise the text, and
 * what it is.
 */
function SuggestionText({ suggestion, model }: { suggestion: Suggestion; model: string | undefined }) {
  const { kind, text, number, picture, price, fit } = suggestion
  if (picture === undefined || price === undefined)
    return (
      <>
        <span className="min-w-0 truncate wrap-anywhere max-xs:whitespace-normal">{text}</span>
        {KIND_NAMES[kind] !== '' && (
          <span className="shrink-0 text-sm text-ink-soft">{KIND_NAMES[kind]}</span>
        )}
      </>
    )
  return (
    <>
      <span className="w-12 shrink-0 py-1">
        <Thumbnail url={picture} />
      </span>
      <span className="flex min-w-0 grow flex-col py-1 leading-tight wrap-anywhere">
        <span>{text}</span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
          {number}
          {fit && (
            <FitPill verdict={fit.verdict} {...(fit.verdict === 'unknown' && { tone: 'calm' })}>
              {fit.verdict === 'fits_if' ? dependsText(fit.missing ?? []) : fitTitle(fit, `your ${model}`)}
            </FitPill>
          )}
        </span>
      </span>
      <span className="shrink-0 font-semibold tabular-nums">{formatUsd(price)}</span>
    </>
  )
}

/** The suggestions for the typed text, as a state; a blur, a submit and a navigation clear it. */
function useSuggestions(field: FieldRef) {
  const [suggested, setSuggested] = useState(NONE)
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
      setSuggested(NONE)
    }
    clearNow.current = clear
    const update = () => {
      request.abort()
      const q = input.value
      // A request has its text in the URL.
      if (q.trim().length < 2 || mayHaveSerialOfVin(q)) return setSuggested(NONE)
      const { signal } = (request = new AbortController())
      setTimeout(() => {
        if (signal.aborted) return
        // Without a response, the typed search still works.
        const vehicle = myVehicle()?.vehicle
        void api(suggest, { query: { q, ...vehicle }, signal })
          .catch(() => NONE)
          .then(({ suggestions }) => !signal.aborted && setSuggested({ suggestions, vehicle }))
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
  return [suggested, setSuggested] as const
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
