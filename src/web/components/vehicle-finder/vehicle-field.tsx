import { useState } from 'react'
import type { RefusedForm } from '../../form-action.server.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'

/**
 * Finds a vehicle by words or VIN. The browser itself posts the form, even when scripts run, so that no URL
 * contains a VIN.
 * @param action the parts page with the search to preserve; it handles the form.
 */
export function VehicleField({ action, refused }: { action: string; refused: RefusedForm | undefined }) {
  const [missing, setMissing] = useState(false)
  return (
    <form method="post" action={action} autoComplete="off" className="mb-4">
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_minmax(9rem,auto)]">
        <TextField
          label="Vehicle or VIN"
          name="vehicle"
          placeholder="Year, make, model or VIN"
          maxLength={200}
          required
          spellCheck={false}
          defaultValue={refused?.values.vehicle}
          {...(refused?.errors[0] && { autoFocus: true })}
          error={missing ? 'Enter a vehicle or a VIN' : refused?.errors[0]?.message}
          // Instead of the browser's own validation bubble.
          onInvalid={(event) => {
            event.preventDefault()
            event.currentTarget.focus()
            setMissing(true)
          }}
          onInput={() => setMissing(false)}
        />
        {/* Aligned with the input, even when an error is below it. */}
        <div className="flex items-start sm:pt-7.75">
          <Button type="submit" className="min-h-11.5 w-full whitespace-nowrap">
            Find Vehicle
          </Button>
        </div>
      </div>
      <FormError className="mt-2">{refused?.message}</FormError>
    </form>
  )
}
