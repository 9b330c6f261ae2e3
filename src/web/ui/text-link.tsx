import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'

/** An underlined link, 44 px high for fingers. */
export function TextLink({ className, ...link }: ComponentProps<typeof Link>) {
  const look = 'inline-flex min-h-11 items-center underline underline-offset-4'
  return <Link {...link} className={classNames(look, className)} />
}
