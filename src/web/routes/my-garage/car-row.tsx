import type { ReactNode } from 'react'
import type { VehicleQuery } from '#domain/vehicles/vehicle.ts'
import * as paths from '#paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'

/**
 * One car of the garage: its name, whether it is chosen or where else it is saved, its parts, whose list
 * chooses it, and its actions (`children`).
 */
export function CarRow({
  vehicle: { make, year, model, engine },
  name,
  chosen,
  note,
  children,
}: {
  vehicle: VehicleQuery
  name: string
  chosen: boolean
  note?: string
  children: ReactNode
}) {
  return (
    <li>
      <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-xl wrap-anywhere">{name}</h3>
          {chosen && <StatusPill tone="ok">Shopping for this</StatusPill>}
          {note && <span className="text-sm text-ink-soft">{note}</span>}
        </div>
        <div className="flex flex-wrap gap-2">
          <LinkButton
            size="sm"
            to={paths.search({ make, year, model, engine })}
            aria-label={`Shop parts for the ${name}`}
          >
            Shop parts
          </LinkButton>
          {children}
        </div>
      </Card>
    </li>
  )
}

/** Shown instead of the cars when there are none. As high as one car. */
export function NoCar() {
  return (
    <div className="grid-paper relative crop-marks flex grow items-center justify-center rounded-lg bg-surface p-6">
      <p className="rounded-md bg-surface px-4 py-2 text-center text-ink-soft">No car yet. Add one below.</p>
    </div>
  )
}

/** Focuses the heading of the cars after the focused button was removed with its car. */
export function focusCars(): void {
  document.getElementById('cars')?.focus()
}
