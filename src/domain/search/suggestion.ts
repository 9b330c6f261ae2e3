import { z } from 'zod'
import { SearchText } from '../shared/lists.ts'

/** `q`: the text typed so far. */
export const SuggestionsInput = z.object({ q: SearchText.default('') })

/** What is suggested: words of parts, a category, a brand, or one part. */
const SuggestionSchema = z.object({
  kind: z.enum(['words', 'category', 'brand', 'part']),
  text: z.string(),
  /** The page it links to. */
  path: z.string(),
  /** For a part: the number that begins with or contains the typed text, otherwise its own. */
  number: z.string().optional(),
  /** For a part. */
  picture: z.string().optional(),
  /** For a part, in dollars per unit. */
  price: z.number().optional(),
})
export type Suggestion = z.infer<typeof SuggestionSchema>

export const SuggestionsResponse = z.object({ suggestions: z.array(SuggestionSchema) })
