import { lazy, type RefObject, Suspense, useEffect, useState } from 'react'

const SuggestionList = lazy(async () => ({ default: (await import('./suggestion-list.tsx')).SuggestionList }))

/** Suggestions below a search field, loaded when it is focused. The element around both must be positioned. */
export function SearchSuggestions({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const input = field.current
    if (!input) return
    const want = () => {
      // What fails to load is left out: the search works without it.
      import('./suggestion-list.tsx').then(
        () => setWanted(true),
        () => undefined,
      )
    }
    // Focused before hydration.
    if (document.activeElement === input) want()
    input.addEventListener('focus', want)
    return () => input.removeEventListener('focus', want)
  }, [field])
  return (
    isWanted && (
      <Suspense>
        <SuggestionList field={field} />
      </Suspense>
    )
  )
}
