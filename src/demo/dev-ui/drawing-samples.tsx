const colors = [
  'bg-paper',
  'bg-surface',
  'bg-raised',
  'bg-ink',
  'bg-ink-soft',
  'bg-line',
  'bg-line-strong',
  'bg-signal',
  'bg-action',
  'bg-signal-wash',
  'bg-ok',
  'bg-ok-wash',
  'bg-danger',
  'bg-danger-wash',
  'bg-focus',
]

/** Colors, type and the marks of the technical drawing. */
export function DrawingSamples() {
  return (
    <section className="flex flex-col gap-5">
      <h2 className="text-3xl">Color, type, drawing</h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {colors.map((color) => (
          <li key={color} className="text-sm">
            <div className={`h-14 rounded-md border border-line ${color}`} />
            <span className="font-mono">{color}</span>
          </li>
        ))}
      </ul>
      <p className="eyebrow">Eyebrow label</p>
      <p className="font-display text-5xl">Brake rotor, vented, 320 mm</p>
      <p className="max-w-prose">
        Text in Archivo, 16 px: precise and calm. Prices in tabular figures:{' '}
        <span className="tabular-nums">$1,299.50</span>. Beyond the basic letters: façade, Škoda, Citroën.
      </p>
      <p className="part-tag self-start">DL-BR-3200-V</p>
      <div className="dimension-line max-w-sm" />
      <div className="ticks h-6" />
      <div className="grid-paper relative crop-marks h-32" />
    </section>
  )
}
