import { type ComponentProps, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** A dialog with one form (`form` are its props), with buttons that cancel and submit it. */
export function FormDialog({
  form,
  submitLabel,
  busy = false,
  children,
  ...dialog
}: Omit<ComponentProps<typeof Dialog>, 'action' | 'role'> & {
  form: ComponentProps<'form'>
  submitLabel: string
}) {
  const id = useId()
  return (
    <Dialog
      {...dialog}
      busy={busy}
      action={
        <Button type="submit" form={id} variant="primary" busy={busy}>
          {submitLabel}
        </Button>
      }
    >
      <form id={id} {...form} className="flex flex-col gap-4">
        {children}
      </form>
    </Dialog>
  )
}
