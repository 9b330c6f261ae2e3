import { type RefObject, useEffect, useState } from 'react'
import type { SuggestionList } from './suggestion-list.tsx'

/**
 * Suggestions below a search field, loaded when it is focused. The element around both must be positioned.
 */
export function SearchSuggestions({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const [List, setList] = useState<typeof SuggestionList | null>(null)
  useEffect(() => {
    const input = field.current
    if (!input) return
    const load = () => {
      // Suggestions that fail to load are omitted: the search works without them.
      import('./suggestion-list.tsx').then(
        (loaded) => setList(() => loaded.SuggestionList),
        () => undefined,
      )
    }
    // Focused before hydration.
    if (document.activeElement === input) load()
    input.addEventListener('focus', load)
    return () => input.removeEventListener('focus', load)
  }, [field])
  return List && <List field={field} />
}
