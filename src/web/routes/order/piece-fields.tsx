import { type ReactNode, useState } from 'react'
import type { PurchaseLine } from '#domain/orders/purchase.ts'
import { quantityText } from '#domain/products/unit.ts'
import { parseNumber } from '../../ui/parse-number.ts'
import { Stepper } from '../../ui/stepper.tsx'

/** The pieces of these parts that are chosen by these texts, of which each part has at most `most`. */
export function readPieces(
  lines: readonly PurchaseLine[],
  most: (line: PurchaseLine) => number,
  textOf: (line: PurchaseLine) => string,
) {
  const errorOf = (line: PurchaseLine) => {
    const number = parseNumber(textOf(line)) ?? 0
    if (!Number.isInteger(number) || number < 0) return 'Enter a whole number'
    return number > most(line) ? `At most ${quantityText(most(line), line.unit)}` : undefined
  }
  const of = (line: PurchaseLine) => (errorOf(line) ? 0 : (parseNumber(textOf(line)) ?? 0))
  const chosen = new Map(lines.flatMap((line) => (of(line) > 0 ? [[line.orderId, of(line)] as const] : [])))
  return {
    /** By the order of the part. */
    chosen,
    input: [...chosen].map(([orderId, quantity]) => ({ orderId, quantity })),
    of,
    textOf,
    errorOf,
  }
}

/**
 * How many pieces of each of these parts are chosen.
 * @param most how many can be chosen.
 * @param first how many are at first: default all of a single part, none of several.
 */
export function usePieces(
  lines: readonly PurchaseLine[],
  most: (line: PurchaseLine) => number,
  first?: number,
) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [isChecked, setChecked] = useState(false)
  const textOf = (line: PurchaseLine) =>
    texts[line.orderId] ?? String(first ?? (lines.length === 1 ? most(line) : 0))
  const pieces = readPieces(lines, most, textOf)
  const { chosen, errorOf } = pieces
  return {
    ...pieces,
    set: (line: PurchaseLine, text: string) => setTexts((now) => ({ ...now, [line.orderId]: text })),
    error: (line: PurchaseLine) =>
      errorOf(line) ?? (isChecked && chosen.size === 0 ? 'Choose at least one part' : undefined),
    /** Whether something is chosen, and nothing is wrong; else the fields say what. */
    check(isNeeded = true): boolean {
      setChecked(isNeeded)
      return lines.every((line) => errorOf(line) === undefined) && (!isNeeded || chosen.size > 0)
    },
  }
}

/** A stepper for each part, and below it what `more` adds. `until`: by when, for its hint. */
export function PieceFields({
  lines,
  pieces,
  most,
  until,
  more,
}: {
  lines: readonly PurchaseLine[]
  pieces: Pick<ReturnType<typeof usePieces>, 'chosen' | 'textOf' | 'set' | 'error'>
  most: (line: PurchaseLine) => number
  until?: (line: PurchaseLine) => string
  more?: (line: PurchaseLine) => ReactNode
}) {
  return lines.map((line, at) => (
    <div
      key={line.orderId}
      className="flex flex-col gap-3"
      {...(more && { role: 'group', 'aria-label': line.name })}
    >
      <Stepper
        label={line.name}
        hint={`Up to ${quantityText(most(line), line.unit)}${until?.(line) ?? ''}`}
        value={pieces.textOf(line)}
        onChange={(text) => pieces.set(line, text)}
        min={0}
        max={most(line)}
        // One message is enough for what concerns all of them.
        error={at === 0 || pieces.chosen.size > 0 ? pieces.error(line) : undefined}
      />
      {more?.(line)}
    </div>
  ))
}
