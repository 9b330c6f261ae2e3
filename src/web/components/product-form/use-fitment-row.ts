import { useRef, useState } from 'react'
import { listFitmentChoices } from '#contract/vehicles.ts'
import { PARSING } from '#domain/shared/default-messages.ts'
import {
  type Fitment,
  type FitmentChoices,
  fitmentKey,
  FitmentSchema,
  fitmentSummary,
  MAX_FITMENTS,
} from '#domain/vehicles/fitment.ts'
import { api } from '../../api-client/api-client.ts'
import { useLatestRequest } from '../vehicle-finder/use-latest-request.ts'
import {
  fitmentChoices,
  fitmentInput,
  type FitmentStep,
  type FitmentTexts,
  type KnownChoices,
  noFitment,
  clearFrom,
} from './fitment-texts.ts'

/**
 * State of the row that adds a vehicle: its values, and the options fetched after each change. `firstChoices`
 * are the makes.
 */
export function useFitmentRow(firstChoices: FitmentChoices) {
  const [texts, setTexts] = useState(noFitment)
  const [errors, setErrors] = useState<Partial<FitmentTexts>>({})
  const [problem, setProblem] = useState('')
  const [known, setKnown] = useState<KnownChoices | null>(null)
  const request = useLatestRequest()
  const load = (query: FitmentTexts, loaded?: () => unknown) =>
    void request.send(
      (signal) => api(listFitmentChoices, { query: fitmentInput(query), signal }),
      (choices) => setKnown({ query, choices }),
      loaded,
    )
  const selects = useRef<Partial<Record<FitmentStep, HTMLSelectElement | null>>>({})
  const focus = (step: FitmentStep) => selects.current[step]?.focus()

  const update = (next: FitmentTexts) => {
    setTexts(next)
    setErrors({})
    setProblem('')
  }
  /** Sets one select ('' clears it) and clears the later ones. */
  const choose = (step: FitmentStep, value: string) => {
    const next = { ...clearFrom(step, texts), [step]: value }
    update(next)
    // The last year is narrowed in the browser, without a request.
    if ((value !== '' || step === 'variant') && step !== 'yearFrom' && step !== 'engine') load(next)
  }
  /**
   * Returns the row's vehicle and clears all but the make. Null when it is incomplete or already listed: the
   * row then shows why.
   */
  const submit = (fitments: readonly Fitment[]): Fitment | null => {
    const { variant, engine } = texts
    const parsed = FitmentSchema.safeParse(
      { ...fitmentInput(texts), variant: variant || null, engine: engine || null },
      PARSING,
    )
    if (!parsed.success) {
      const messages = parsed.error.issues.map(({ path, message }) => [path[0], message])
      setErrors(Object.fromEntries(messages))
      focus(messages[0]?.[0] as FitmentStep)
      return null
    }
    const key = fitmentKey(parsed.data)
    if (fitments.some((fitment) => fitmentKey(fitment) === key)) {
      setProblem(`${fitmentSummary(parsed.data)} is in the list already.`)
      return null
    }
    if (fitments.length >= MAX_FITMENTS) {
      setProblem(`A part can have at most ${MAX_FITMENTS} vehicles. Remove one first.`)
      return null
    }
    update(clearFrom('model', texts))
    return parsed.data
  }

  return {
    texts,
    choices: fitmentChoices(texts, known ?? { query: noFitment, choices: firstChoices }),
    choose,
    submit,
    errors,
    problem,
    waiting: request.waiting,
    loadProblem: request.problem,
    retry: (loaded: () => unknown) => load(texts, loaded),
    /** Refs of the selects, for `focus`. */
    register: (step: FitmentStep, select: HTMLSelectElement | null) => {
      selects.current[step] = select
    },
    focus,
    /** True when a vehicle is started but not added. */
    isStarted: texts.model !== '',
    /** Shows that the vehicle of the row is not added yet, and focuses it. */
    remind: () => {
      setProblem('This vehicle is not in the list yet. Add it, or open its model again.')
      focus('make')
    },
    clear: () => update(noFitment),
  }
}

export type FitmentRowState = ReturnType<typeof useFitmentRow>
