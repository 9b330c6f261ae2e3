import { useState } from 'react'
import { receiveReturn } from '#contract/returns.ts'
import { type CreditableLines, creditOfReturn, worth } from '#domain/documents/credit.ts'
import { type ListedReturn, type ReturnLine, STORE_FAULTS } from '#domain/returns/return.ts'
import { returnedText } from '#domain/returns/returned-text.ts'
import { dollarsFromCents, formatUsd } from '#domain/shared/money.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { parseNumber } from '../../ui/parse-number.ts'
import { Stepper } from '../../ui/stepper.tsx'

type Texts = { restocked: string; writtenOff: string }

const keyOf = ({ orderId, core }: ReturnLine) => `${orderId} ${core}`

/** All arrived: what can be sold again goes back into stock, the rest is written off. */
function expected({ quantity, reason, core }: ReturnLine): Texts {
  const isLost = core || STORE_FAULTS.some((fault) => fault === reason)
  return { restocked: isLost ? '0' : String(quantity), writtenOff: isLost ? String(quantity) : '0' }
}

/**
 * Records what arrived of a return, and gives back what was paid for it. @param refundable null: not known,
 * so the button names no sum.
 */
export function ReceiveForm({
  found,
  refundable,
  onReceived,
}: {
  found: ListedReturn
  refundable: CreditableLines | null
  onReceived: () => Promise<void>
}) {
  const [typed, setTyped] = useState<Readonly<Record<string, Texts>>>({})
  const [refund, setRefund] = useState(true)
  const [isChecked, setChecked] = useState(false)
  const { busy, problem, send } = useMutation(receiveReturn, {
    about: found._id,
    done: ({ amount = 0 }) =>
      amount > 0 ? `Received: ${formatUsd(amount)} goes back to the card` : 'Received, without a refund',
    next: onReceived,
  })
  const textsOf = (line: ReturnLine) => typed[keyOf(line)] ?? expected(line)
  const count = (text: string) => {
    const number = text.trim() === '' ? 0 : parseNumber(text)
    return number !== undefined && Number.isInteger(number) && number >= 0 ? number : null
  }
  const lines = found.lines.map((line) => {
    const texts = textsOf(line)
    const [restocked, writtenOff] = [count(texts.restocked), count(texts.writtenOff)]
    const received = (restocked ?? 0) + (writtenOff ?? 0)
    const error =
      restocked === null || writtenOff === null
        ? 'Enter a whole number'
        : received > line.quantity
          ? `At most ${line.quantity} together`
          : undefined
    return { line, texts, error, restocked: restocked ?? 0, writtenOff: writtenOff ?? 0, received }
  })
  const arrived = lines.filter(({ error, received }) => error === undefined && received > 0)
  const cameBack = arrived.map(({ line: { orderId, core }, received, restocked, writtenOff }) => ({
    orderId,
    core,
    received,
    restocked,
    writtenOff,
  }))
  const amount = refundable ? dollarsFromCents(worth(creditOfReturn(refundable, cameBack))) : 0
  const isNothing = arrived.length === 0

  const submit = () => {
    setChecked(true)
    if (isNothing || lines.some(({ error }) => error !== undefined)) return
    void send({ params: { id: found._id }, body: { lines: cameBack, refund } })
  }
  return (
    <Card as="section" aria-labelledby="receive">
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <h2 id="receive" className="text-2xl">
          What arrived
        </h2>
        {lines.map(({ line, texts, error }) => {
          const stepper = (name: keyof Texts, label: string) => (
            <Stepper
              label={label}
              fieldClassName="min-w-0 grow basis-40"
              value={texts[name]}
              onChange={(text) => setTyped((now) => ({ ...now, [keyOf(line)]: { ...texts, [name]: text } }))}
              min={0}
              max={line.quantity}
              error={name === 'writtenOff' ? error : undefined}
            />
          )
          return (
            <fieldset key={keyOf(line)} className="min-w-0 border-t border-line pt-3">
              <legend className="sr-only">{returnedText([line])}</legend>
              <p aria-hidden="true" className="mb-2 font-semibold wrap-anywhere">
                {returnedText([line])}
              </p>
              <div className="flex flex-wrap gap-x-6 gap-y-3">
                {!line.core && stepper('restocked', 'Back into stock')}
                {stepper('writtenOff', line.core ? 'Old parts that arrived' : 'Written off')}
              </div>
            </fieldset>
          )
        })}
        <Checkbox
          label="Refund what was paid for it"
          checked={refund}
          onChange={({ target }) => setRefund(target.checked)}
        />
        <FormError>{problem || (isChecked && isNothing && 'Enter what arrived')}</FormError>
        <Button type="submit" variant="primary" busy={busy} className="self-start">
          {!refund
            ? 'Receive'
            : amount > 0
              ? `Receive and refund ${formatUsd(amount)}`
              : 'Receive and refund'}
        </Button>
      </form>
    </Card>
  )
}
