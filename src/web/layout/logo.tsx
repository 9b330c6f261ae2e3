import { classNames } from '../ui/class-names.ts'
import { useStore } from './use-settings.ts'

/** The name that has custom lettering. */
const LETTERED_NAME = 'Driveline'

/**
 * The logo, a drive shaft forming a D, and the store's name in the current text color. `className` sets its
 * height.
 */
export function Logo({ className }: { className?: string }) {
  const { name } = useStore()
  if (name === LETTERED_NAME)
    return (
      <svg className={className} viewBox="0 0 172 40" role="img" aria-label={name}>
        <LogoMark />
        <path d={wordStrokes} fill="none" stroke="currentColor" strokeWidth="4.6" />
        <path d={wordDiagonals} fill="currentColor" />
      </svg>
    )
  return (
    <span className={classNames('inline-flex min-w-0 items-center gap-3', className)}>
      <svg className="h-full w-auto shrink-0" viewBox="0 0 40 40" aria-hidden="true">
        <LogoMark />
      </svg>
      <span className="truncate font-display text-2xl leading-none font-semibold">{name}</span>
    </span>
  )
}

function LogoMark() {
  return (
    <>
      <path
        d="M10.5 14.5V5.5H19.5a14.5 14.5 0 0 1 0 29H10.5V25.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="6"
      />
      <path d="M1 17h13.7a5.7 5.7 0 1 1 0 6H1Z" fill="var(--color-signal, #d9480f)" />
    </>
  )
}

// The DRIVELINE lettering as paths, so that it looks the same before fonts load.
const wordStrokes =
  'M50.3 10.3H54a4.7 4.7 0 0 1 4.7 4.7v10a4.7 4.7 0 0 1-4.7 4.7H50.3Z' +
  'M66.7 32V10.3h4a4.4 4.4 0 0 1 4.4 4.4v2.6a4.4 4.4 0 0 1-4.4 4.4h-4' +
  'M70.7 21.7a4.4 4.4 0 0 1 4.4 4.4V32M83.1 8v24' +
  'M117.4 10.3H108.7V29.7H117.4M108.7 20H116.2M122.9 8V29.7H131.2M136.5 8v24' +
  'M170.7 10.3H162V29.7H170.7M162 20H169.5'
const wordDiagonals =
  'M87.6 8h4.8l3.2 17 3.2-17h4.8l-5.3 24h-5.4ZM142.2 32V8H147l4.9 12.5V8h4.4v24h-4.8l-4.9-12.5V32Z'
