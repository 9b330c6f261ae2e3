import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { MAX_LINE_QUANTITY } from '#domain/cart/cart-limits.ts'
import type { CartLine } from '#domain/cart/cart.ts'
import { PIECE } from '#domain/products/unit.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { fitTitle } from '#domain/vehicles/fit-words.ts'
import * as paths from '#paths.ts'
import { FitPill } from '../../layout/fit-pill.tsx'
import { Picture } from '../../layout/picture.tsx'
import { Button } from '../../ui/button.tsx'
import { parseNumber } from '../../ui/parse-number.ts'
import { Stepper } from '../../ui/stepper.tsx'
import { unbrokenUnits } from '../../ui/unbroken-units.ts'
import { type LineNote, priceNote, problemNote, takesNote } from './line-notes.ts'

/** How long typed quantities wait for the next digit or press, in ms. */
const PAUSE_MS = 400

type Changes = {
  setQuantity: (productId: string, quantity: number) => Promise<boolean>
  remove: (line: CartLine) => Promise<boolean>
}

/** A part in the cart: what it is, whether it fits, how many and what they cost; problems with their mend. */
export function LineRow({ line, setQuantity, remove }: Changes & { line: CartLine }) {
  const { productId, name, partNumber, brand, picture, unit, price, lineTotal, coreDeposit, problem } = line
  const isGone = problem?.code === 'no_longer_sold'
  const [fit] = line.fits
  const problems = [problemNote(line), isGone ? null : takesNote(line)].filter((note) => note !== null)
  const changed = priceNote(line)
  const removeAndFocus = async () => {
    // The focused button goes with its line.
    if (await remove(line)) document.getElementById('parts')?.focus()
  }
  return (
    <li
      aria-label={name}
      className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 wrap-anywhere max-xs:flex max-xs:flex-col gap-y-3 rounded-lg border border-line bg-raised p-3 sm:grid-cols-[7rem_minmax(0,1fr)_auto] sm:grid-rows-[1fr_auto] sm:p-4"
    >
      <Picture
        url={picture}
        sizes="7rem"
        widest={320}
        className="self-start rounded-sm border border-line max-xs:w-28 sm:row-span-2"
      />
      <div className="flex min-w-0 flex-col items-start gap-1.5 sm:row-span-2">
        <h3 className="text-xl leading-tight">
          {isGone ? (
            <s className="text-ink-soft">{name}</s>
          ) : (
            <Link
              to={paths.part(line)}
              className="-my-2.5 inline-block py-2.5 underline-offset-4 hover:text-signal"
            >
              {unbrokenUnits(name)}
            </Link>
          )}
        </h3>
        {(brand || partNumber) && (
          <p className="text-sm text-ink-soft">{[brand, partNumber].filter(Boolean).join(', ')}</p>
        )}
        {fit && !isGone && (
          <>
            <FitPill verdict={fit.verdict} {...(fit.verdict === 'unknown' && { tone: 'calm' })}>
              {fitTitle(fit, `your ${fit.vehicle}`)}
            </FitPill>
            {fit.verdict === 'does_not_fit' && <p className="text-sm">{fit.reason}.</p>}
          </>
        )}
        {changed !== null && <p className="font-medium">{changed}</p>}
        {problems.map((note) => (
          <Note key={note.text} note={note} name={name} change={(to) => setQuantity(productId, to)} />
        ))}
        {coreDeposit > 0 && (
          <p className="text-sm text-ink-soft">
            Core deposit {formatUsd(coreDeposit)} per {unit}, refunded when you send back the old part within{' '}
            {line.coreDays} days
          </p>
        )}
        {line.returnable === false && <p className="text-sm font-medium">Can’t be returned</p>}
      </div>
      {!isGone && (
        <p className="tabular-nums max-sm:col-start-2 sm:text-right">
          <span className="block font-display text-2xl leading-none font-semibold">
            {formatUsd(lineTotal)}
          </span>
          <span className="text-sm text-ink-soft">
            {formatUsd(price)} per {unit}
          </span>
        </p>
      )}
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-1 sm:col-span-1 sm:col-start-3 sm:justify-end">
        {!isGone && <Quantity line={line} setQuantity={setQuantity} />}
        <Button variant="ghost" size="sm" aria-label={`Remove ${name}`} onClick={() => void removeAndFocus()}>
          Remove
        </Button>
      </div>
    </li>
  )
}

function Note({
  note: { text, change: to },
  name,
  change,
}: {
  note: LineNote
  name: string
  change: (to: number) => Promise<boolean>
}) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 font-medium text-caution">
      {text}
      {to !== undefined && (
        <button
          type="button"
          aria-label={`Change to ${to}: ${name}`}
          onClick={() => void change(to)}
          className="min-h-11 text-ink underline underline-offset-4"
        >
          Change to {to}
        </button>
      )}
    </p>
  )
}

/**
 * Sends a quantity once typing or pressing pauses; what cannot be a quantity is not sent. Shows what was
 * typed while it is sent, and what other tabs have made of it.
 */
function Quantity({ line, setQuantity }: Pick<Changes, 'setQuantity'> & { line: CartLine }) {
  const { productId, name, quantity, unit } = line
  const [text, setText] = useState(String(quantity))
  const [sent, setSent] = useState<number | null>(null)
  const [known, setKnown] = useState(quantity)
  if (known !== quantity) {
    setKnown(quantity)
    if (sent === null) setText(String(quantity))
  }
  const typed = parseNumber(text)
  const isPossible =
    typed !== undefined && Number.isInteger(typed) && typed >= 1 && typed <= MAX_LINE_QUANTITY
  const send = useEffectEvent(async () => {
    if (!isPossible || typed === (sent ?? quantity)) return
    setSent(typed)
    const isDone = await setQuantity(productId, typed)
    setSent((last) => (last === typed ? null : last))
    // What the store did not accept is not shown as if it were in the cart.
    if (!isDone) setText(String(quantity))
  })
  useEffect(() => {
    const timer = setTimeout(() => void send(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <Stepper
      label={`Quantity of ${name}${unit === PIECE ? '' : ` (${unit})`}`}
      labelHidden
      fieldClassName="w-40 max-w-full"
      value={text}
      onChange={setText}
      min={1}
      max={MAX_LINE_QUANTITY}
      error={isPossible ? undefined : 'Enter a whole number from 1'}
    />
  )
}
