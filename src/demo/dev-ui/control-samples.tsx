import { useState } from 'react'
import * as paths from '#paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, type ButtonVariant, LinkButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Menu, menuItemClasses } from '#web/ui/menu.tsx'
import { RetryAlert } from '#web/ui/retry-alert.tsx'
import { LoadingBlock } from '#web/ui/spinner.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { toastError, toastSuccess } from '#web/ui/toast-store.ts'

const variants: readonly ButtonVariant[] = ['primary', 'quiet', 'ghost', 'danger']

/** Buttons, pills, alerts, messages, dialogs, menus. */
export function ControlSamples() {
  const [asking, setAsking] = useState(false)
  const [filling, setFilling] = useState(false)
  return (
    <section className="flex flex-col gap-5">
      <h2 className="text-3xl">Controls</h2>
      {variants.map((variant) => (
        <div key={variant} className="flex flex-wrap gap-3">
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} size="sm">
            {variant} sm
          </Button>
          <Button variant={variant} size="lg">
            {variant} lg
          </Button>
          <Button variant={variant} disabled>
            {variant} disabled
          </Button>
          <Button variant={variant} busy>
            {variant} busy
          </Button>
          <LinkButton variant={variant} to={paths.controls}>
            {variant} link
          </LinkButton>
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <StatusPill tone="ok">In stock</StatusPill>
        <StatusPill tone="due">Unpaid</StatusPill>
        <StatusPill>Shipped</StatusPill>
        <StatusPill tone="bad">Failed</StatusPill>
      </div>
      <div className="grid gap-3 md:grid-cols-3">
        <Alert title="Good to know">Pick-up is until 6 pm.</Alert>
        <Alert tone="ok" title="Done">
          The part is on the shelf again.
        </Alert>
        <Alert tone="danger" title="That did not work">
          Check the part number and try again.
        </Alert>
        <RetryAlert title="Your cart could not be loaded" onRetry={() => toastSuccess('Tried again')}>
          Check the connection.
        </RetryAlert>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => toastSuccess('Order success')}>Success message</Button>
        <Button
          onClick={() =>
            toastSuccess('Added 2 × Oil Filter', { link: { to: paths.cart(), label: 'View cart' } })
          }
        >
          Message with a link
        </Button>
        <Button onClick={() => toastError('Product Added Failed')}>Error message</Button>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Ask before deleting
        </Button>
        <Button onClick={() => setFilling(true)}>Restock</Button>
        <Menu label="Sample menu" trigger={<span className="px-3">Menu ▾</span>}>
          <button type="button" data-closes className={menuItemClasses}>
            First
          </button>
          <button type="button" data-closes className={menuItemClasses}>
            Second, with a longer name
          </button>
        </Menu>
      </div>
      <LoadingBlock label="Loading your orders" />
      {asking && (
        <ConfirmDialog
          title="Delete this order?"
          message="Are you sure? you want to delete Brake rotor from your order!!"
          confirmLabel="Delete"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            toastSuccess('Your Order Delete')
          }}
        />
      )}
      {filling && (
        <FormDialog
          title="Restock Brake rotor"
          submitLabel="Restock"
          onClose={() => setFilling(false)}
          form={{
            onSubmit: (event) => {
              event.preventDefault()
              setFilling(false)
            },
          }}
        >
          <TextField label="Units to add" name="quantity" inputMode="numeric" />
        </FormDialog>
      )}
    </section>
  )
}
