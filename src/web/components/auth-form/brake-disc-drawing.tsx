const ring = (count: number, radius: number) =>
  Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI - Math.PI / 2
    // Rounded to tenths, so that server and browser render the same markup.
    const at = (value: number) => Math.round(value * 10) / 10
    return { x: at(250 + radius * Math.cos(angle)), y: at(250 + radius * Math.sin(angle)) }
  })

/** A vented brake disc as a technical drawing. Decoration. */
export function BrakeDiscDrawing() {
  return (
    <svg aria-hidden="true" viewBox="0 0 560 590" className="h-auto w-[min(34rem,88%)]" fill="none">
      <g stroke="var(--color-ink)" strokeWidth="1.4">
        <circle cx="250" cy="250" r="200" fill="var(--color-paper)" />
        <circle cx="250" cy="250" r="192" strokeWidth="0.7" />
        <circle cx="250" cy="250" r="112" />
        <circle cx="250" cy="250" r="104" strokeWidth="0.7" />
        <circle cx="250" cy="250" r="40" />
        {ring(5, 70).map((hole) => (
          <circle key={`${hole.x}`} cx={hole.x} cy={hole.y} r="9" />
        ))}
        {[...ring(24, 176), ...ring(24, 134)].map((hole) => (
          <circle key={`${hole.x} ${hole.y}`} cx={hole.x} cy={hole.y} r="4.500" strokeWidth="0.9" />
        ))}
      </g>
      <g stroke="var(--color-line-strong)" strokeWidth="0.9">
        <circle cx="250" cy="250" r="155" strokeDasharray="14 4 3 4" />
        <circle cx="250" cy="250" r="70" strokeDasharray="14 4 3 4" />
        <path d="M250 24v452M24 250h452" strokeDasharray="22 5 4 5" />
        <path d="M50 262v272M450 262v272M460 146h52M330 354l82 82h48" />
      </g>
      <g stroke="var(--color-signal)" strokeWidth="1.6">
        <path d="M52 524h396M60 519l-9 5 9 5M440 519l9 5-9 5" />
        <path d="m327 177 132-31M335 171l-9 6 10 3" />
      </g>
      <g fill="var(--color-ink)" fontFamily="var(--font-mono)" fontSize="15">
        <text x="224" y="514">
          Ø 320
        </text>
        <text x="464" y="138">
          Ø 66.5
        </text>
        <text x="464" y="441">
          5 × 112
        </text>
      </g>
      <g fill="var(--color-ink-soft)" fontFamily="var(--font-mono)" fontSize="12">
        <text x="50" y="572">
          BRAKE ROTOR, VENTED
        </text>
        <text x="398" y="572">
          SCALE 1:2
        </text>
      </g>
    </svg>
  )
}
