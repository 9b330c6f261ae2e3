import { normalizeText } from '../shared/normalize-text.ts'
import { separateSizes } from './sizes.ts'

/** Characters of a search that are used. */
const MAX_QUERY_LENGTH = 100
/** Words of a search that are used. */
const MAX_WORDS = 12

/**
 * The words of a search: lower case, Latin letters without accents; "1.8" is one word. The rest of a longer
 * search is ignored.
 */
export function queryWords(q: string): string[] {
  return wordsIn(withoutAccents(q.slice(0, MAX_QUERY_LENGTH)).toLowerCase())
}

/** The words of a search as parts have them: sizes are apart, "5x114.3" is 5 and 114.3. */
export function searchWords(q: string): string[] {
  return wordsIn(separateSizes(withoutAccents(q.slice(0, MAX_QUERY_LENGTH)).toLowerCase()))
}

function wordsIn(plain: string): string[] {
  return (plain.match(/\d+\.\d+|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []).slice(0, MAX_WORDS)
}

/** Every run of consecutive words, of at most `longest` words: a, a b, b. */
export function wordRuns(words: readonly string[], longest = words.length): string[][] {
  return words.flatMap((_, from) => {
    const next = words.slice(from, from + longest)
    return next.map((_last, at) => next.slice(0, at + 1))
  })
}

/** One or several words of a search, and alternatives to look for. Each alternative is a phrase of words. */
export type QueryTerm = readonly (readonly string[])[]

/** Phrases with the same meaning, each as its words: [["rotor"], ["brake", "disc"]]. */
export type SynonymPhrases = readonly (readonly string[])[]

/**
 * Groups the words of a search by the synonyms: the longest phrase that is in a group becomes one term with
 * all phrases of its groups, every other word becomes its own term. Plural and singular are equal.
 * @param words the meanings of each word: itself, or its completions.
 */
export function expandSynonyms(
  words: readonly (readonly string[])[],
  groups: readonly SynonymPhrases[],
): QueryTerm[] {
  const byPhrase = new Map<string, (readonly string[])[]>()
  for (const group of groups)
    for (const phrase of group)
      byPhrase.set(phraseKey(phrase), [...(byPhrase.get(phraseKey(phrase)) ?? []), ...group])
  const longest = Math.max(1, ...groups.flat().map((phrase) => phrase.length))
  const first = words.map(([word = '']) => word)
  const terms: QueryTerm[] = []
  for (let at = 0; at < words.length;) {
    const phrases = first.slice(at, at + longest).map((_, end) => first.slice(at, at + end + 1))
    const typed = phrases.findLast((phrase) => byPhrase.has(phraseKey(phrase))) ?? first.slice(at, at + 1)
    const own = typed.length === 1 ? (words[at] ?? []).map((word) => [word]) : [typed]
    const others = byPhrase.get(phraseKey(typed)) ?? []
    terms.push([...own, ...others.filter((phrase) => phraseKey(phrase) !== phraseKey(typed))])
    at += typed.length
  }
  return terms
}

/**
 * A text without the accents of Latin letters. In other scripts a mark makes a different letter, as in й, が
 * and 각.
 */
export function withoutAccents(text: string): string {
  const plain = normalizeText('NFKD', text).replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
  return normalizeText('NFKC', plain)
}

/** The key by which phrases are compared: plural and singular are equal. */
export function phraseKey(phrase: readonly string[]): string {
  return phrase.map((word) => word.replace(/([^s])s$/, '$1')).join(' ')
}

/** What a part comes in: in a description such a word says nothing. */
export const UNIT_WORDS: ReadonlySet<string> = new Set(
  'kit set assembly pack unit piece complete system'.split(' '),
)

/**
 * The terms in the syntax of PostgreSQL's to_tsquery: every term must match with one of its phrases. Words
 * are letters and digits, so nothing needs escaping.
 * @param weights restricts it to fields with these weights, such as "AB".
 */
export function toTsQuery(terms: readonly QueryTerm[], weights = ''): string {
  const suffix = weights && `:${weights}`
  const phrase = (words: readonly string[]) =>
    words.map((word) => `'${word}'${suffix || (UNIT_WORDS.has(word) ? ':AB' : '')}`).join(' & ')
  return terms.map((term) => `(${term.map(phrase).join(' | ')})`).join(' & ')
}
