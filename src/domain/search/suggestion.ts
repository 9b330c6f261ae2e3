import { z } from 'zod'
import { SearchText } from '../shared/lists.ts'

/** The query of the suggestions call: what is typed so far. */
export const SuggestionsInput = z.object({ q: SearchText.default('') })

/** What a search could be about: words of parts, a category, a brand, or one part by its number. */
const SuggestionSchema = z.object({
  kind: z.enum(['words', 'category', 'brand', 'part']),
  text: z.string(),
  /** The page that it leads to. */
  path: z.string(),
  /** Of a part: the number that begins or contains what is typed. */
  number: z.string().optional(),
})
export type Suggestion = z.infer<typeof SuggestionSchema>

export const SuggestionsResponse = z.object({ suggestions: z.array(SuggestionSchema) })
