import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

/**
 * `primary` is the main action (one per view); `quiet` the others; `ghost` inside rows and bars; `danger`
 * destroys.
 */
export type ButtonVariant = 'primary' | 'quiet' | 'ghost' | 'danger'
/** Heights in px: sm 44 with less padding, md 44, lg 52. */
export type ButtonSize = 'sm' | 'md' | 'lg'

type Look = { variant?: ButtonVariant | undefined; size?: ButtonSize | undefined; full?: boolean | undefined }

const variants: Record<ButtonVariant, string> = {
  primary: 'border-action-edge bg-action text-action-ink not-disabled:hover:bg-action-strong',
  quiet: 'button-quiet',
  ghost: 'border-transparent bg-transparent text-ink not-disabled:hover:bg-ink/8',
  danger:
    'border-danger bg-raised text-danger not-disabled:hover:bg-danger not-disabled:hover:text-danger-ink',
}
const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-11 px-3 text-sm',
  md: 'min-h-11 px-5 text-base',
  lg: 'min-h-13 px-7 text-lg',
}

/** The classes of a button, for the few elements that are neither Button nor LinkButton. */
export function buttonClasses(
  { variant = 'quiet', size = 'md', full = false }: Look,
  extra?: string,
): string {
  return classNames('button', variants[variant], sizes[size], full && 'w-full', extra)
}

/** A button. While `busy` it keeps its size and focus, shows a spinner, and ignores presses. */
export function Button({
  variant,
  size,
  full,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean; busyLabel?: ReactNode }) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      className={buttonClasses({ variant, size, full }, className)}
    >
      {busy && <Spinner />}
      {busy && busyLabel ? busyLabel : children}
    </button>
  )
}

/** A link styled as a button. Prefetches its page on hover and focus. */
export function LinkButton({ variant, size, full, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return (
    <Link
      prefetch="intent"
      {...rest}
      className={buttonClasses({ variant, size, full }, classNames('no-underline', className))}
    />
  )
}

/** An underlined link, 44 px high for fingers. */
export function TextLink({ className, ...link }: ComponentProps<typeof Link>) {
  const look = 'inline-flex min-h-11 items-center underline underline-offset-4'
  return <Link {...link} className={classNames(look, className)} />
}
