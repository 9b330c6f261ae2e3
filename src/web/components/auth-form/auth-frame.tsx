import type { ComponentProps, ReactNode } from 'react'
import { PasswordField } from '../../ui/password-field.tsx'
import { BrakeDiscDrawing } from './brake-disc-drawing.tsx'

/** The layout of login, sign-up and reset: the form on the left, a drawing on the right where it fits. */
export function AuthFrame({
  title,
  lead,
  children,
}: {
  title: string
  lead: ReactNode
  children: ReactNode
}) {
  return (
    <div className="grid grow grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="mx-auto flex w-full max-w-md flex-col gap-5 px-4 py-10 sm:py-14">
        <div>
          <h1 className="text-4xl sm:text-5xl">{title}</h1>
          <p className="mt-2 text-ink-soft">{lead}</p>
        </div>
        {children}
      </div>
      <div className="graphite grid-paper relative hidden justify-center overflow-hidden border-l border-line lg:flex">
        {/* Its own height: it does not move when errors make the form taller. */}
        <div className="flex h-168 w-full items-center justify-center">
          <BrakeDiscDrawing />
        </div>
      </div>
    </div>
  )
}

/** New password and its confirmation; `field` returns the props of each. */
export function NewPasswordFields({
  label,
  field,
}: {
  label: string
  field: (name: 'password' | 'confirmPassword') => Omit<ComponentProps<typeof PasswordField>, 'label'>
}) {
  const shared = { required: true, autoComplete: 'new-password' }
  return (
    <>
      <PasswordField label={label} hint="At least 6 characters." {...shared} {...field('password')} />
      <PasswordField label="Confirm password" {...shared} {...field('confirmPassword')} />
    </>
  )
}
