import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** A dialog with one form, whose id is `formId`: buttons that cancel and submit it. While `busy` it stays open. */
export function FormDialog({
  formId,
  submitLabel,
  busy = false,
  onClose,
  ...dialog
}: Omit<ComponentProps<typeof Dialog>, 'actions' | 'role'> & {
  formId: string
  submitLabel: string
  busy?: boolean
}) {
  return (
    <Dialog
      {...dialog}
      onClose={() => !busy && onClose()}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {submitLabel}
          </Button>
        </>
      }
    />
  )
}
