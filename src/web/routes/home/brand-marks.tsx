import type { ReactNode } from 'react'

/** One brand of 'Brands We Trust': its name, and its word-mark as a drawing of 160 × 48 units in the text colour. */
export type BrandMark = { name: string; Mark: () => ReactNode }

/**
 * The word-marks of the twelve invented brands the demo store sells. All are our own lettering: the display face held
 * to a fixed width, so that nothing moves when the font arrives, plus shapes. Each has its name for screen readers.
 */
export const brandMarks: readonly BrandMark[] = [
  { name: 'Ironvale', Mark: Ironvale },
  { name: 'Halden', Mark: Halden },
  { name: 'Coldbrook', Mark: Coldbrook },
  { name: 'Pike & Marlow', Mark: PikeAndMarlow },
  { name: 'Voltaine', Mark: Voltaine },
  { name: 'Gripstone', Mark: Gripstone },
  { name: 'Siftwell', Mark: Siftwell },
  { name: 'Corvane', Mark: Corvane },
  { name: 'Axlebury', Mark: Axlebury },
  { name: 'Lumenar', Mark: Lumenar },
  { name: 'Rundle', Mark: Rundle },
  { name: 'Octavane', Mark: Octavane },
]

function Frame({ name, children }: { name: string; children: ReactNode }) {
  return (
    <svg viewBox="0 0 160 48" role="img" aria-label={name} fill="currentColor">
      {children}
    </svg>
  )
}

type WordProps = {
  children: string
  x: number
  /** Baseline. */
  y: number
  size: number
  /** Width the word is held to, whatever font is there. */
  width: number
  weight?: 500 | 600 | 700
  transform?: string
  /** A serif face instead of the display face. */
  serif?: boolean
}

function Word({ children, x, y, size, width, weight = 700, transform, serif }: WordProps) {
  return (
    <text
      x={x}
      y={y}
      fontSize={size}
      fontWeight={weight}
      transform={transform}
      textLength={width}
      lengthAdjust="spacingAndGlyphs"
      className={serif ? 'font-[Georgia,"Times_New_Roman",serif]' : 'font-display'}
    >
      {children}
    </text>
  )
}

// A heavy bar under the word, notched like an anvil.
function Ironvale() {
  return (
    <Frame name="Ironvale">
      <Word x={8} y={32} size={31} width={144}>
        IRONVALE
      </Word>
      <path d="M8 37h144v5H98l-6-2.5H68L62 42H8Z" />
    </Frame>
  )
}

// Monoline lettering with a spark gap in the H.
function Halden() {
  return (
    <Frame name="Halden">
      <path
        d="M10 12v24M26 12v24M10 24h6.5M19.5 24h6.5M34 36l9-24 9 24M37.5 29h11M61 12v22.5h13M82 13.5h4a8 8 0 0 1 8 8v5a8 8 0 0 1-8 8h-4ZM118 13.5h-13.5v21H118M104.5 24h11.5M129.5 36V14.5l17 19V12"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
      />
    </Frame>
  )
}

// The word above running water.
function Coldbrook() {
  return (
    <Frame name="Coldbrook">
      <Word x={10} y={27} size={28} width={124} weight={500}>
        coldbrook
      </Word>
      <path
        d="M10 37c7.75-6 15.5-6 23.25 0s15.5 6 23.25 0 15.5-6 23.25 0 15.5 6 23.25 0 15.5-6 31 0"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
      />
    </Frame>
  )
}

// A maker's plate with rivets.
function PikeAndMarlow() {
  return (
    <Frame name="Pike & Marlow">
      <rect
        x="4.5"
        y="8.5"
        width="151"
        height="31"
        rx="15.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      />
      <circle cx="15" cy="24" r="2.2" />
      <circle cx="145" cy="24" r="2.2" />
      <Word x={24} y={30} size={17} width={112} weight={500} serif>
        Pike & Marlow
      </Word>
    </Frame>
  )
}

// A bolt in a solid block, the word cut out beside it.
function Voltaine() {
  return (
    <Frame name="Voltaine">
      <path d="M4 8h34v32H4ZM23 12 11 26.5h8L17 36l12-14.5h-8L25 12Z" fillRule="evenodd" />
      <Word x={46} y={34} size={28} width={110} weight={600}>
        Voltaine
      </Word>
    </Frame>
  )
}

// White on a slab with one corner knocked off.
function Gripstone() {
  return (
    <Frame name="Gripstone">
      <path d="M4 7h146l6 6v28H10l-6-6Z" />
      <g className="fill-raised">
        <Word x={16} y={33} size={26} width={128}>
          GRIPSTONE
        </Word>
      </g>
    </Frame>
  )
}

// Pleats of a filter, then the word in wide small letters.
function Siftwell() {
  return (
    <Frame name="Siftwell">
      <path d="M6 36 12 12l6 24 6-24 6 24 6-24 6 24" fill="none" stroke="currentColor" strokeWidth="2.5" />
      <Word x={52} y={31} size={20} width={102} weight={600}>
        SIFTWELL
      </Word>
    </Frame>
  )
}

// Leaning into the bend.
function Corvane() {
  return (
    <Frame name="Corvane">
      <Word x={18} y={34} size={32} width={120} transform="skewX(-14) translate(8 0)">
        CORVANE
      </Word>
      <path d="M7 15h14l-1 4H6zM3 24h14l-1 4H2z" />
    </Frame>
  )
}

// A hub with five studs.
function Axlebury() {
  return (
    <Frame name="Axlebury">
      <circle cx="24" cy="24" r="17" fill="none" stroke="currentColor" strokeWidth="3" />
      <circle cx="24" cy="24" r="4" />
      <path
        d="M24 13v.010M34.46 20.6v.010M30.47 32.9v.010M17.53 32.9v.010M13.54 20.6v.010"
        stroke="currentColor"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <Word x={50} y={32} size={25} width={104}>
        Axlebury
      </Word>
    </Frame>
  )
}

// Light leaving a lens.
function Lumenar() {
  return (
    <Frame name="Lumenar">
      <path d="M18 9a15 15 0 0 0 0 30Z" />
      <path d="M22 12h9M22 20h14M22 28h14M22 36h9" stroke="currentColor" strokeWidth="2.5" />
      <Word x={44} y={32} size={23} width={110} weight={500}>
        LUMENAR
      </Word>
    </Frame>
  )
}

// The word on a rolling arc of road.
function Rundle() {
  return (
    <Frame name="Rundle">
      <path d="M22 14C56 4 104 4 138 14" fill="none" stroke="currentColor" strokeWidth="3" />
      <Word x={32} y={40} size={31} width={96}>
        RUNDLE
      </Word>
      <path d="M10 27h14v4H10zM136 27h14v4h-14z" />
    </Frame>
  )
}

// Eight sides around the first letter.
function Octavane() {
  return (
    <Frame name="Octavane">
      <path
        d="M16.5 9h13L39 18.5v11L29.5 39h-13L7 29.5v-11ZM19 15l-6 6v6l6 6h8l6-6v-6l-6-6Z"
        fillRule="evenodd"
      />
      <Word x={43} y={35} size={32} width={108} weight={600}>
        ctavane
      </Word>
    </Frame>
  )
}
