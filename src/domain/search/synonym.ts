import { z } from 'zod'
import { boundedList, PageQuery, SearchText, cursorNumber } from '../shared/lists.ts'
import { boundedText } from '../shared/text.ts'
import { phraseKey, queryWords } from './query-words.ts'

export const MAX_PHRASES_PER_GROUP = 20
/** In characters. */
const MAX_PHRASE_LENGTH = 60
/** Groups of the store: every search reads them. */
export const MAX_SYNONYM_GROUPS = 1000

const NO_WORDS = 'A phrase needs a letter or a digit'
const TOO_LONG = `Keep each phrase to ${MAX_PHRASE_LENGTH} characters`

/** A phrase as searches compare it: lower case, without accents, single spaces. */
const PhraseSchema = boundedText(MAX_PHRASE_LENGTH, { missing: NO_WORDS, tooLong: TOO_LONG })
  .overwrite((text) => queryWords(text).join(' '))
  .min(1, NO_WORDS)
  .max(MAX_PHRASE_LENGTH, TOO_LONG)

/** Phrases for the same part. Each is normalized; plural and singular of one are the same phrase. */
const PhrasesSchema = boundedList(
  PhraseSchema,
  MAX_PHRASES_PER_GROUP,
  `Enter at most ${MAX_PHRASES_PER_GROUP} phrases`,
).superRefine((phrases, context) => {
  if (phrases.length < 2) context.addIssue({ code: 'custom', message: 'Enter at least two phrases' })
  const first = new Map<string, string>()
  for (const phrase of phrases) {
    const known = first.get(keyOf(phrase))
    if (known !== undefined) context.addIssue({ code: 'custom', message: twice(phrase, known) })
    else first.set(keyOf(phrase), phrase)
  }
})

const keyOf = (phrase: string) => phraseKey(phrase.split(' '))
const twice = (phrase: string, known: string) =>
  phrase === known
    ? `“${phrase}” is listed twice`
    : `“${known}” and “${phrase}” mean the same in a search: keep one`

/** A group of synonyms as the API returns it. */
export const SynonymGroupSchema = z.object({ _id: z.string(), phrases: z.array(z.string()) })
export type SynonymGroup = z.infer<typeof SynonymGroupSchema>

/** Body of `POST /search/synonyms`. */
export const AddSynonymsInput = z.object({ phrases: PhrasesSchema })
export type AddSynonymsInput = z.infer<typeof AddSynonymsInput>

/**
 * Body of `PUT /search/synonyms/{id}`; `was`: the phrases before the edit, so that another admin's change is
 * not overwritten.
 */
export const EditSynonymsInput = AddSynonymsInput.extend({
  was: boundedList(
    boundedText(MAX_PHRASE_LENGTH),
    MAX_PHRASES_PER_GROUP,
    'These are not phrases of the store',
  ).optional(),
})
export type EditSynonymsInput = z.infer<typeof EditSynonymsInput>

/** How admins search synonyms. `q`: part of a phrase. `after`: the _id of the last group returned. */
export const ListSynonymsQuery = PageQuery.extend({
  q: SearchText.optional(),
  after: cursorNumber(9, 'This is not a group of synonyms').optional(),
})
export type ListSynonymsQuery = z.infer<typeof ListSynonymsQuery>

/** The phrases in a text, separated by commas, semicolons or line breaks; blank ones are skipped. */
export function parsePhrases(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
}
