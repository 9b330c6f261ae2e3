import { useRef } from 'react'
import { MAX_ZONES } from '#domain/delivery/delivery.ts'
import { AddRowButton } from '../../ui/add-row-button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { RowButtons } from '../../ui/row-buttons.tsx'
import { type DraftZone, without } from './delivery-draft.ts'
import type { DeliveryForm } from './use-delivery-form.ts'

/** The zones: the names that prices and messages use, and their areas. */
export function ZonesField({ form }: { form: DeliveryForm }) {
  const { draft, set, problemOf, lineProblemOf } = form
  const { zones } = draft
  const add = useRef<HTMLButtonElement>(null)
  const change = (at: number, zone: DraftZone) => set((now) => ({ ...now, zones: now.zones.with(at, zone) }))
  return (
    <section aria-labelledby="zones" className="flex flex-col gap-4">
      <div>
        <h2 id="zones" className="text-2xl">
          Zones
        </h2>
        <p className="mt-1 text-ink-soft">
          Where prices differ. Of several areas that hold an address the most specific decides: the longest
          beginning of a postal code, then a state, then a country.
        </p>
      </div>
      <ol className="flex flex-col gap-4">
        {zones.map((zone, at) => (
          <li
            key={zone._id}
            className="grid items-start gap-4 rounded-md border border-line bg-raised p-4 md:grid-cols-2"
          >
            <div className="flex flex-col gap-4">
              <TextField
                label="Zone"
                name={`zones.${at}.name`}
                maxLength={60}
                hint="As in “We can’t deliver to …”"
                value={zone.name}
                error={problemOf(`zones.${at}.name`)}
                onChange={(event) => change(at, { ...zone, name: event.target.value })}
              />
              <RowButtons
                rows={zones}
                at={at}
                called={`zone ${zone.name || at + 1}`}
                onMove={(moved) => set((now) => ({ ...now, zones: moved }))}
                onRemove={() => {
                  set((now) => without(now, zone._id))
                  add.current?.focus()
                }}
              />
            </div>
            <TextArea
              label="Areas"
              name={`zones.${at}.areas`}
              rows={3}
              hint="One a line: US is the country, US AK a state, US 606* the ZIP codes that begin with 606."
              value={zone.areas}
              error={lineProblemOf(`zones.${at}.areas`)}
              onChange={(event) => change(at, { ...zone, areas: event.target.value })}
            />
          </li>
        ))}
      </ol>
      <AddRowButton
        ref={add}
        label="Add a zone"
        rows={zones.length}
        max={MAX_ZONES}
        onAdd={() =>
          set((now) => ({ ...now, zones: [...now.zones, { _id: crypto.randomUUID(), name: '', areas: '' }] }))
        }
      />
    </section>
  )
}
