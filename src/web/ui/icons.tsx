/** The icons of public pages, inlined so that no icon library is loaded. 20 px, text color. */
const frame = {
  'aria-hidden': true,
  viewBox: '0 0 20 20',
  className: 'size-5',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.7,
} as const

export function SearchIcon() {
  return (
    <svg {...frame}>
      <circle cx="8.5" cy="8.5" r="5.8" />
      <path d="m13 13 4.500 4.500" />
    </svg>
  )
}

export function CarIcon() {
  return (
    <svg {...frame}>
      <path d="M2.500 14.500v-4l2-5h11l2 5v4zM2.500 10.500h15M4 14.500v2m12-2v2" />
    </svg>
  )
}

/** The arrow of a select or a disclosure. 12 px. */
export function ChevronIcon({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 12 12" className={`size-3 ${className}`}>
      <path d="M1.5 4 6 8.5 10.5 4" fill="none" stroke="currentColor" strokeWidth="1.6" />
    </svg>
  )
}

export function CartIcon() {
  return (
    <svg {...frame}>
      <path d="M1.500 3.500h2.500l2 9.500h9l2-7H4.700" />
      <path d="M7.500 16.500v.01m6-.01v.01" strokeWidth="2.600" strokeLinecap="round" />
    </svg>
  )
}

export function MenuIcon() {
  return (
    <svg {...frame}>
      <path d="M2.500 5.500h15M2.500 10h15M2.500 14.500h9" />
    </svg>
  )
}

export function CloseIcon() {
  return (
    <svg {...frame}>
      <path d="m4.500 4.500 11 11m0-11-11 11" />
    </svg>
  )
}
