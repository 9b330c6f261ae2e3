import { type SubmitEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import { editSettings } from '#contract/settings.ts'
import {
  SECTION_SCHEMAS,
  type SectionContents,
  type SettingsSection,
} from '#domain/content/store-settings.ts'
import { PARSING } from '#domain/shared/default-messages.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { useUnsavedChanges } from '../../components/use-unsaved-changes.tsx'
import { fieldsOf, type InvalidField, issuesOf } from '../../ui/use-form.ts'
import { SECTION_TITLES } from './section-titles.ts'

/** A section as it is stored. Without a version, it is what the store's files say. */
export type Stored<S extends SettingsSection> = {
  content: SectionContents[S]
  version: string | null
  changedAt?: string | undefined
  changedBy?: string | undefined
}

type Problem = Readonly<{ field: string; message: string }>

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
    tidied = (given) => given,
  }: {
    texts: (content: SectionContents[S]) => Texts
    content: (texts: Texts) => object
    tidied?: (texts: Texts) => Texts
  },
) {
  const [base, setBase] = useState(stored)
  const [values, setValues] = useState(() => texts(stored.content))
  const [isChecked, setChecked] = useState(false)
  const [sentVersion, setSentVersion] = useState<string | null>(null)
  const [refused, setRefused] = useState<readonly Problem[]>([])
  const [invalid, setInvalid] = useState<readonly InvalidField[]>([])
  if (stored.version !== base.version) {
    // It was saved or loaded again.
    setBase(stored)
    setValues(texts(stored.content))
    setChecked(false)
  }
  const initial = texts(base.content)
  const isChanged = JSON.stringify(values) !== JSON.stringify(initial)
  const unsaved = useUnsavedChanges(isChanged)
  const { revalidate } = useRevalidator()
  const check = (typed: Texts): readonly Problem[] =>
    issuesOf(SECTION_SCHEMAS[section].safeParse(content(typed), PARSING))
  const problems = [...refused, ...(isChecked ? check(values) : [])]
  /** The first problem of a field, or of what is in it. */
  const problemOf = (name: string, among: readonly Problem[] = problems) =>
    among.find(({ field }) => field === name || field.startsWith(`${name}.`))?.message

  const { busy, problem, send } = useMutation(editSettings, {
    about: 'settings',
    done: `${SECTION_TITLES[section]}: saved`,
    form: {
      refuse(errors) {
        setRefused(errors.map((one) => ({ ...one, field: one.field.replace(/^content\./, '') })))
        return errors.length > 0
      },
    },
    next: revalidate,
  })
  const save = (given: object | null) => {
    setSentVersion(base.version)
    return send({ body: { section, content: given, version: base.version } })
  }

  return {
    values,
    /** What the fields say, as the schema reads it. */
    content: content(values) as SectionContents[S],
    isValid: check(values).length === 0,
    isChanged,
    set: (change: Partial<Texts>) => {
      setRefused([])
      setValues((now) => ({ ...now, ...change }))
    },
    problemOf,
    invalid: invalid.filter(({ name }) => problemOf(name)),
    section,
    base,
    busy,
    /** Why the last change was not saved, until the section is loaded again. */
    problem: sentVersion === base.version ? problem : '',
    dialog: unsaved.dialog,
    submit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      const typed = tidied(values)
      // At once: the rows of the form must be those that are checked.
      flushSync(() => {
        setValues(typed)
        setChecked(true)
        setRefused([])
      })
      const found = check(typed)
      const names = [...event.currentTarget.elements].map((control) => control.getAttribute('name') ?? '')
      const fields = fieldsOf(
        event.currentTarget,
        names.filter((name) => problemOf(name, found)),
      )
      setInvalid(fields)
      if (found.length === 0) void save(content(typed))
      else fields[0]?.focus()
    },
    /** Replaces the section by what the store's files say. */
    resetToFiles: () => save(null),
    /** Replaces what was typed by what is stored now. */
    loadAgain: revalidate,
    undoTyping() {
      setValues(initial)
      setChecked(false)
      setRefused([])
    },
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
