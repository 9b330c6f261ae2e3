import { type SubmitEvent, useRef, useState } from 'react'
import { ANY_WEIGHT_GRAMS, DeliverySchema } from '#domain/delivery/delivery.ts'
import { PARSING } from '#domain/shared/default-messages.ts'
import { gramsOfPounds, poundsOf } from '#domain/shared/weight.ts'
import { Button } from '../../ui/button.tsx'
import { NumberField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { parseNumber } from '../../ui/parse-number.ts'
import { fieldsOf, issuesOf } from '../../ui/use-form.ts'
import type { Pair, Step, Term } from './delivery-draft.ts'

type Row = { key: number; pounds: string; price: string }

const shownPounds = (grams: number) => (grams === ANY_WEIGHT_GRAMS ? '' : String(poundsOf(grams)))
const gramsOf = (text: string) => (text.trim() === '' ? ANY_WEIGHT_GRAMS : gramsOfPounds(numberOf(text)))

/** The steps by weight of a method to a zone, and its terms. They are saved with the rest of the screen. */
export function RatesDialog({
  title,
  pair,
  steps,
  term,
  onApply,
  onClose,
}: {
  title: string
  pair: Pair
  steps: readonly Step[]
  term: Term | null
  onApply: (steps: readonly Step[], term: Term | null) => void
  onClose: () => void
}) {
  const [rows, setRows] = useState<readonly Row[]>(() =>
    steps.map(({ upToGrams, price }, key) => ({ key, pounds: shownPounds(upToGrams), price: String(price) })),
  )
  const [freeFrom, setFreeFrom] = useState(term?.freeFrom === undefined ? '' : String(term.freeFrom))
  const [oversize, setOversize] = useState(term && term.oversize > 0 ? String(term.oversize) : '')
  const [isChecked, setChecked] = useState(false)
  const add = useRef<HTMLButtonElement>(null)

  const typed = {
    prices: rows.map(({ pounds, price }) => ({
      ...pair,
      upToGrams: gramsOf(pounds),
      price: numberOf(price),
    })),
    terms: [{ ...pair, freeFrom: parseNumber(freeFrom), oversize: parseNumber(oversize) ?? 0 }],
  }
  const parsed = DeliverySchema.safeParse({ ...only(pair), ...typed }, PARSING)
  const problems = issuesOf(parsed)
  const problemOf = (name: string) =>
    isChecked ? problems.find(({ field }) => field === name)?.message : undefined

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (!parsed.success)
      return fieldsOf(
        event.currentTarget,
        problems.map(({ field }) => field),
      )[0]?.focus()
    const [own] = parsed.data.terms
    const isPlain = !own || (own.freeFrom === undefined && own.oversize === 0)
    return onApply(parsed.data.prices, isPlain || rows.length === 0 ? null : own)
  }
  return (
    <FormDialog
      title={title}
      form={{ noValidate: true, onSubmit: submit }}
      submitLabel="Apply"
      onClose={onClose}
    >
      <p className="text-ink-soft">
        {rows.length === 0
          ? 'It does not go there. Add a step, and it does.'
          : 'The first step that holds the weight of all parts is the price.'}
      </p>
      <ol className="flex flex-col gap-4">
        {rows.map((row, at) => {
          const change = (part: Partial<Row>) => setRows(rows.with(at, { ...row, ...part }))
          return (
            <li key={row.key} className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[1fr_1fr_auto]">
              <NumberField
                label="Up to, in lb"
                name={`prices.${at}.upToGrams`}
                placeholder="any weight"
                maxLength={12}
                value={row.pounds}
                error={problemOf(`prices.${at}.upToGrams`)}
                onChange={(event) => change({ pounds: event.target.value })}
              />
              <NumberField
                label="Price, in $"
                name={`prices.${at}.price`}
                maxLength={12}
                value={row.price}
                error={problemOf(`prices.${at}.price`)}
                onChange={(event) => change({ price: event.target.value })}
              />
              <Button
                variant="danger"
                className="self-start justify-self-start sm:mt-7.5"
                aria-label={`Remove step ${at + 1}`}
                onClick={() => {
                  setRows(rows.toSpliced(at, 1))
                  add.current?.focus()
                }}
              >
                Remove
              </Button>
            </li>
          )
        })}
      </ol>
      <Button
        ref={add}
        className="self-start"
        onClick={() =>
          setRows([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, pounds: '', price: '' }])
        }
      >
        Add a step
      </Button>
      {rows.length > 0 && (
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <NumberField
            label="Free from, in $"
            name="terms.0.freeFrom"
            optional
            maxLength={12}
            hint="The price of the parts, before tax and core deposits"
            value={freeFrom}
            error={problemOf('terms.0.freeFrom')}
            onChange={(event) => setFreeFrom(event.target.value)}
          />
          <NumberField
            label="Oversize piece, in $"
            name="terms.0.oversize"
            optional
            maxLength={12}
            hint="Added for each, also when the delivery is free"
            value={oversize}
            error={problemOf('terms.0.oversize')}
            onChange={(event) => setOversize(event.target.value)}
          />
        </div>
      )}
    </FormDialog>
  )
}

const numberOf = (text: string) => parseNumber(text) ?? Number.NaN

/** A delivery of this method and zone alone: its other rows have problems of their own. */
const only = ({ methodId, zoneId }: Pair) => ({
  revision: 0,
  methods: [
    {
      _id: methodId,
      name: 'method',
      daysMin: 0,
      daysMax: 0,
      carriesOversize: false,
      carriesDangerous: false,
      toPoBox: false,
      active: true,
    },
  ],
  zones: [{ _id: zoneId, name: 'zone', areas: [] }],
})
