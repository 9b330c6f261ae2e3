import { useId, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

type DialogProps = {
  /** Called on Esc, the backdrop and the close button: the non-destructive way out. */
  onClose: () => void
  title: string
  children?: ReactNode
  actions: ReactNode
  role?: 'dialog' | 'alertdialog'
  /** Receives the initial focus; defaults to the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  className?: string
}

/**
 * A modal dialog on the native <dialog>, open while it is rendered: the page behind is inert, and closing
 * restores focus.
 */
export function Dialog({ onClose, title, children, actions, role, initialFocus, className }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
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
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
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
        <div className="flex flex-wrap justify-end gap-3 pt-2">{actions}</div>
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
      onClose={() => !busy && onCancel()}
      role="alertdialog"
      title={title}
      actions={
        <>
          <Button onClick={onCancel} disabled={busy}>
            {cancelLabel}
          </Button>
          <Button variant={variant} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {message}
    </Dialog>
  )
}
