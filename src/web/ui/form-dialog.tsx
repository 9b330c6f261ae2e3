import { type ComponentProps, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/**
 * A dialog with one form (`form` are its props), with buttons that cancel and submit it. While `busy` it
 * stays open.
 */
export function FormDialog({
  form,
  submitLabel,
  busy = false,
  onClose,
  children,
  ...dialog
}: Omit<ComponentProps<typeof Dialog>, 'actions' | 'role'> & {
  form: ComponentProps<'form'>
  submitLabel: string
  busy?: boolean
}) {
  const id = useId()
  return (
    <Dialog
      {...dialog}
      onClose={() => !busy && onClose()}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} {...form} className="flex flex-col gap-4">
        {children}
      </form>
    </Dialog>
  )
}
