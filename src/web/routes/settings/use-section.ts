import { editSettings } from '#contract/settings.ts'
import {
  SECTION_SCHEMAS,
  type SectionContents,
  type SettingsSection,
} from '#domain/content/store-settings.ts'
import { PARSING } from '#domain/shared/default-messages.ts'
import { api } from '../../api-client/api-client.ts'
import { useRevisedForm } from '../../components/use-revised-form.ts'
import { issuesOf } from '../../ui/use-form.ts'
import { SECTION_TITLES } from './section-titles.ts'

/** A section as it is stored. Without a version, it is what the store's files say. */
export type Stored<S extends SettingsSection> = {
  content: SectionContents[S]
  version: string | null
  changedAt?: string | undefined
  changedBy?: string | undefined
}

/**
 * The form of one section, checked by the schema of the API and of the files.
 * @param texts the fields of the form for a stored content; `content` is what they say, as the schema reads
 * it.
 * @param tidied the fields without blank rows, before they are checked and sent.
 */
export function useSection<S extends SettingsSection, Texts extends object>(
  section: S,
  stored: Stored<S>,
  {
    texts,
    content,
    tidied,
  }: {
    texts: (content: SectionContents[S]) => Texts
    content: (texts: Texts) => object
    tidied?: ((texts: Texts) => Texts) | undefined
  },
) {
  const check = (typed: Texts) => issuesOf(SECTION_SCHEMAS[section].safeParse(content(typed), PARSING))
  const save = (given: object | null) =>
    api(editSettings, { body: { section, content: given, version: stored.version } })
  const form = useRevisedForm({
    revision: stored.version,
    stored: texts(stored.content),
    check,
    tidied,
    save: (typed) => save(content(typed)),
    about: 'settings',
    done: `${SECTION_TITLES[section]}: saved`,
    fieldOf: (path) => path.replace(/^content\./, ''),
  })
  const { values } = form
  return {
    ...form,
    set: (change: Partial<Texts>) => form.set((now) => ({ ...now, ...change })),
    /** What the fields say, as the schema reads it. */
    content: content(values) as SectionContents[S],
    isValid: check(values).length === 0,
    section,
    stored,
    /** Replaces the section by what the store's files say. */
    resetToFiles: () => form.change(() => save(null)),
  }
}

export type SectionForm = Omit<
  ReturnType<typeof useSection<SettingsSection, object>>,
  'values' | 'content' | 'set'
>

/** What is typed, or nothing if it is blank. */
export const typedOr = (text: string) => (text.trim() === '' ? undefined : text)

/** The lines of a text, without blank ones. */
export const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')
