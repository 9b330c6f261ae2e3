import { useId, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

type DialogProps = {
  /** Called on Esc, the backdrop and the close button: the non-destructive way out. */
  onClose: () => void
  closeLabel?: string
  /** While true it stays open. */
  busy?: boolean
  title: string
  children?: ReactNode
  /** The button that does what the dialog is for, if it is not only for reading. */
  action?: ReactNode
  role?: 'dialog' | 'alertdialog'
  /** Receives the initial focus; defaults to the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  className?: string
}

/**
 * A modal dialog on the native <dialog>, open while it is rendered: the page behind is inert, and closing
 * restores focus.
 */
export function Dialog({
  onClose,
  closeLabel = 'Cancel',
  busy = false,
  title,
  children,
  action,
  role,
  initialFocus,
  className,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = () => {
    if (!busy) onClose()
  }
  // Not in a later effect: closing a removed dialog does not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    initialFocus?.current?.focus()
    return () => element?.close()
  }, [initialFocus])
  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-body` : undefined}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={(event) => event.target === event.currentTarget && close()}
      className={classNames(
        'm-auto w-[min(32rem,calc(100vw-2rem))] rounded-lg border border-line-strong bg-raised p-0 text-ink shadow-high',
        className,
      )}
    >
      <div className="flex flex-col gap-4 p-6">
        <h2 id={`${id}-title`} className="text-2xl">
          {title}
        </h2>
        <div id={`${id}-body`}>{children}</div>
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          <Button onClick={onClose} disabled={busy}>
            {closeLabel}
          </Button>
          {action}
        </div>
      </div>
    </dialog>
  )
}

/**
 * Confirms a destructive action. Focus starts on the safe button; Esc cancels. While `busy` both buttons
 * ignore presses.
 */
export function ConfirmDialog({
  title,
  message,
  confirmLabel,
  cancelLabel = 'Keep it',
  variant = 'danger',
  busy = false,
  onConfirm,
  onCancel,
}: {
  title: string
  message: ReactNode
  confirmLabel: string
  cancelLabel?: string
  variant?: 'danger' | 'primary'
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}) {
  return (
    <Dialog
      onClose={onCancel}
      closeLabel={cancelLabel}
      busy={busy}
      role="alertdialog"
      title={title}
      action={
        <Button variant={variant} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      }
    >
      {message}
    </Dialog>
  )
}
