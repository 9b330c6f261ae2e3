import { type ComponentProps, type ReactNode, useId } from 'react'

/** A group of radio buttons. `legend` may be a heading; `hint` is read after it. */
export function RadioGroup({
  legend,
  hint,
  children,
}: {
  legend: ReactNode
  hint?: string | undefined
  children: ReactNode
}) {
  const id = useId()
  return (
    <fieldset aria-describedby={hint === undefined ? undefined : id} className="min-w-0">
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className="flex flex-col gap-2">{children}</div>
      {hint !== undefined && (
        <p id={id} className="mt-2 text-sm text-ink-soft">
          {hint}
        </p>
      )}
    </fieldset>
  )
}

/**
 * One choice of a group; its whole row is clickable. `aside`: at its right, such as a price; `children`:
 * below it, and no part of its name.
 */
export function Radio({
  label,
  aside,
  children,
  ...control
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; aside?: ReactNode }) {
  return (
    <div className="rounded-md border border-line-strong bg-raised has-[:checked]:border-ink has-[:checked]:shadow-[inset_3px_0_0_var(--color-signal)]">
      <label className="flex min-h-11 cursor-pointer items-start gap-3 px-3 py-2.5 has-disabled:cursor-default has-disabled:text-ink-soft">
        <input {...control} type="radio" className="mt-0.5 size-5 shrink-0" />
        {/* With large text, the aside is below the label. */}
        <span className="flex min-w-0 grow flex-wrap gap-x-4">
          <span className="min-w-0 grow basis-24 wrap-anywhere">{label}</span>
          {aside !== undefined && <span className="ml-auto font-semibold tabular-nums">{aside}</span>}
        </span>
      </label>
      {children && <div className="px-3 pb-3 pl-11">{children}</div>}
    </div>
  )
}
