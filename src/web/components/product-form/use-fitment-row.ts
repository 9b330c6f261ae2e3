import { useRef, useState } from 'react'
import { listFitmentChoices } from '#contract/visitors.ts'
import {
  type Fitment,
  fitmentKey,
  FitmentSchema,
  fitmentText,
  MAX_FITMENTS,
} from '#domain/vehicles/fitment.ts'
import type { VehicleChoices } from '#domain/vehicles/vehicle.ts'
import { api, problemText } from '../../api-client/api-client.ts'
import {
  fitmentChoices,
  fitmentInput,
  type FitmentStep,
  type FitmentTexts,
  type KnownChoices,
  noFitment,
  openFrom,
} from './fitment-texts.ts'

/** A wait shorter than this, in ms, shows nothing. */
const UNNOTICED_MS = 300

/**
 * The row that names one more vehicle: what is chosen in it, and what can be chosen next, asked of the store after a choice.
 * `firstChoices` are those for nothing chosen: the makes.
 */
export function useFitmentRow(firstChoices: VehicleChoices) {
  const [texts, setTexts] = useState(noFitment)
  const [errors, setErrors] = useState<Partial<FitmentTexts>>({})
  const [problem, setProblem] = useState('')
  const { known, load, waiting, loadProblem } = useKnownChoices(firstChoices)
  const selects = useRef<Partial<Record<FitmentStep, HTMLSelectElement | null>>>({})
  const focus = (step: FitmentStep) => selects.current[step]?.focus()

  const put = (next: FitmentTexts) => {
    setTexts(next)
    setErrors({})
    setProblem('')
  }
  /** Chooses one step ('' opens it again); the later ones are open again then. */
  const choose = (step: FitmentStep, value: string) => {
    const next = { ...openFrom(step, texts), [step]: value }
    put(next)
    // The first year narrows what is known already.
    if (value !== '' && step !== 'yearFrom' && step !== 'engine') void load(next)
  }
  /** The vehicle of the row, when it is whole and not in this list; otherwise null, and the row says why and leads to what is open. The make stays for the next one. */
  const take = (lines: readonly Fitment[]): Fitment | null => {
    const parsed = FitmentSchema.safeParse({ ...fitmentInput(texts), engine: texts.engine || null })
    if (!parsed.success) {
      const messages = parsed.error.issues.map(({ path, message }) => [path[0], message])
      setErrors(Object.fromEntries(messages))
      focus(messages[0]?.[0] as FitmentStep)
      return null
    }
    const key = fitmentKey(parsed.data)
    if (lines.some((line) => fitmentKey(line) === key)) {
      setProblem(`${fitmentText(parsed.data)} is in the list already.`)
      return null
    }
    if (lines.length >= MAX_FITMENTS) {
      setProblem(`A part names at most ${MAX_FITMENTS} vehicles. Remove one first.`)
      return null
    }
    put(openFrom('model', texts))
    return parsed.data
  }

  return {
    texts,
    choices: fitmentChoices(texts, known),
    choose,
    take,
    errors,
    problem,
    waiting,
    loadProblem,
    retry: () => void load(texts),
    /** For the selects, so that `focus` finds them. */
    register: (step: FitmentStep, select: HTMLSelectElement | null) => {
      selects.current[step] = select
    },
    focus,
    /** True when a vehicle is begun that is not in the list. */
    begun: texts.model !== '',
    /** Says that the vehicle of the row is not in the list, and leads there. */
    remind: () => {
      setProblem('This vehicle is not in the list yet. Add it, or open its model again.')
      focus('make')
    },
    clear: () => put(noFitment),
  }
}

/** The choices that the store gave last. `waiting` after a while without an answer. */
function useKnownChoices(firstChoices: VehicleChoices) {
  const [answered, setAnswered] = useState<KnownChoices | null>(null)
  const [waiting, setWaiting] = useState(false)
  const [loadProblem, setLoadProblem] = useState('')
  const request = useRef<AbortController>(null)

  const load = async (asked: FitmentTexts) => {
    request.current?.abort()
    const asking = new AbortController()
    const { signal } = asking
    request.current = asking
    setLoadProblem('')
    setWaiting(false)
    const slow = setTimeout(() => setWaiting(true), UNNOTICED_MS)
    try {
      const choices = await api(listFitmentChoices, { query: fitmentInput(asked), signal })
      if (!signal.aborted) setAnswered({ asked, choices })
    } catch (error) {
      if (!signal.aborted) setLoadProblem(problemText(error))
    } finally {
      clearTimeout(slow)
      if (!signal.aborted) setWaiting(false)
    }
  }
  const known = answered ?? { asked: noFitment, choices: firstChoices }
  return { known, load, waiting, loadProblem }
}

/** What the row's selects and its button need. */
export type FitmentRowState = ReturnType<typeof useFitmentRow>
