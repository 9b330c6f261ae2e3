import type { ReactNode } from 'react'

/** A part of the product form, in up to three columns. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-5">
      <h2 className="border-b border-line pb-2 text-2xl">{title}</h2>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 sm:grid-cols-3">{children}</div>
    </div>
  )
}
