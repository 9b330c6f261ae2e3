import { z } from 'zod'
import { SearchText } from '../shared/lists.ts'
import { FitVerdictSchema } from '../vehicles/fit-verdict.ts'
import { VehicleQuery } from '../vehicles/vehicle.ts'

/** `q`: the text typed so far. Parts that fit the vehicle come first, from its model on. */
export const SuggestionsInput = VehicleQuery.extend({ q: SearchText.default('') })

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
  /** For a part, if a vehicle was given. */
  fit: FitVerdictSchema.optional(),
})
export type Suggestion = z.infer<typeof SuggestionSchema>

export const SuggestionsResponse = z.object({ suggestions: z.array(SuggestionSchema) })
