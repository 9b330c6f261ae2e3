import { useRef } from 'react'
import { MAX_METHODS } from '#domain/delivery/delivery.ts'
import { AddRowButton } from '../../ui/add-row-button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { NumberField, TextField } from '../../ui/field.tsx'
import { RowButtons } from '../../ui/row-buttons.tsx'
import { type DraftMethod, type Pair, without } from './delivery-draft.ts'
import { MethodRates } from './method-rates.tsx'
import type { DeliveryForm } from './use-delivery-form.ts'

const FLAGS = [
  { key: 'carriesOversize', label: 'Oversize parts' },
  { key: 'carriesDangerous', label: 'Dangerous goods' },
  { key: 'toPoBox', label: 'PO boxes' },
  { key: 'active', label: 'Offered to customers' },
] as const

const NEW_METHOD = {
  name: '',
  daysMin: '',
  daysMax: '',
  carriesOversize: false,
  carriesDangerous: false,
  toPoBox: false,
  active: true,
}

/** The methods: what each carries, and what it costs to each zone, which `onRates` changes. */
export function MethodsField({ form, onRates }: { form: DeliveryForm; onRates: (pair: Pair) => void }) {
  const { draft, set, problemOf } = form
  const { methods } = draft
  const add = useRef<HTMLButtonElement>(null)
  const change = (at: number, part: Partial<DraftMethod>) =>
    set((now) => {
      const method = now.methods[at]
      return method ? { ...now, methods: now.methods.with(at, { ...method, ...part }) } : now
    })
  return (
    <section aria-labelledby="methods" className="flex flex-col gap-4">
      <div>
        <h2 id="methods" className="text-2xl">
          Methods
        </h2>
        <p className="mt-1 text-ink-soft">
          In the order in which customers read them. A method is only offered for what it carries.
        </p>
      </div>
      <ol className="flex flex-col gap-4">
        {methods.map((method, at) => {
          const called = method.name || `method ${at + 1}`
          const field = (key: 'name' | 'daysMin' | 'daysMax') => ({
            name: `methods.${at}.${key}`,
            value: method[key],
            error: problemOf(`methods.${at}.${key}`),
            onChange: (event: { target: { value: string } }) => change(at, { [key]: event.target.value }),
          })
          return (
            <li key={method._id} className="rounded-md border border-line bg-raised p-4">
              <div className="grid grid-cols-2 items-start gap-4 max-sm:*:first:col-span-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
                <TextField label="Method" maxLength={60} {...field('name')} />
                <NumberField label="Days, from" inputMode="numeric" maxLength={3} {...field('daysMin')} />
                <NumberField label="to" inputMode="numeric" maxLength={3} {...field('daysMax')} />
              </div>
              <fieldset className="mt-3 flex flex-wrap gap-x-6">
                <legend className="sr-only">What {called} does</legend>
                {FLAGS.map(({ key, label }) => (
                  <Checkbox
                    key={key}
                    label={label}
                    checked={method[key]}
                    onChange={(event) => change(at, { [key]: event.target.checked })}
                  />
                ))}
              </fieldset>
              <MethodRates draft={draft} methodId={method._id} called={called} onOpen={onRates} />
              <RowButtons
                rows={methods}
                at={at}
                called={called}
                onMove={(moved) => set((now) => ({ ...now, methods: moved }))}
                onRemove={() => {
                  set((now) => without(now, method._id))
                  add.current?.focus()
                }}
              />
            </li>
          )
        })}
      </ol>
      <AddRowButton
        ref={add}
        label="Add a method"
        rows={methods.length}
        max={MAX_METHODS}
        onAdd={() =>
          set((now) => ({ ...now, methods: [...now.methods, { _id: crypto.randomUUID(), ...NEW_METHOD }] }))
        }
      />
    </section>
  )
}
