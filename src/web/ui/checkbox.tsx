import type { ComponentProps, ReactNode } from 'react'

/** A labeled checkbox; the whole 44 px row is clickable. */
export function Checkbox({
  label,
  ...control
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input {...control} type="checkbox" className="size-5 shrink-0" />
      <span>{label}</span>
    </label>
  )
}
