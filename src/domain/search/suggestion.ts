import { z } from 'zod'
import { SearchText } from '../shared/lists.ts'

/** `q`: the text typed so far. */
export const SuggestionsInput = z.object({ q: SearchText.default('') })

/** A suggested search: words of parts, a category, a brand, or one part by its number. */
const SuggestionSchema = z.object({
  kind: z.enum(['words', 'category', 'brand', 'part']),
  text: z.string(),
  /** The page it links to. */
  path: z.string(),
  /** For a part: the number that begins with or contains the typed text. */
  number: z.string().optional(),
})
export type Suggestion = z.infer<typeof SuggestionSchema>

export const SuggestionsResponse = z.object({ suggestions: z.array(SuggestionSchema) })
