import { useState } from 'react'
import { useNavigate } from 'react-router'
import { requestReturn } from '#contract/returns.ts'
import { NOT_RETURNABLE } from '#domain/content/return-promise.ts'
import type { PurchaseLine } from '#domain/orders/purchase.ts'
import {
  RETURN_REASON_LABELS,
  RETURN_REASONS,
  type Returnable,
  type ReturnReason,
} from '#domain/returns/return.ts'
import type { ShownPurchase } from '#domain/returns/shown-purchase.ts'
import { formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { useStoreDay } from '../../components/returns/use-store-day.ts'
import { useStore } from '../../layout/use-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Options, Select, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PieceFields, usePieces } from './piece-fields.tsx'

/** What is sent back: parts, or old parts for their deposits. */
export type Returned = 'parts' | 'cores'

type Props = {
  purchase: ShownPurchase
  returnable: Returnable
  /** An admin does it for a customer on the phone. */
  forCustomer: boolean
}

/** Whether parts can be returned. */
export const canReturn = ({ lines }: Returnable): boolean => lines.some(({ quantity }) => quantity > 0)

/** Until when which parts can be returned, or that it is too late; '' if there is nothing to say. */
export function useReturnText(returnable: Returnable | null): string {
  const { returns = '' } = useStore()
  const day = useStoreDay()
  const lines = returnable?.lines ?? []
  const open = lines.filter(({ quantity }) => quantity > 0)
  if (open.some(({ only }) => only === undefined)) return returns
  if (open.length > 0) return NOT_RETURNABLE
  const ended = endOf(lines)
  return ended === null ? '' : `Returns ended on ${day(ended)}.`
}

/** When the returns of all parts ended; null while one is possible. */
function endOf(lines: Returnable['lines']): string | null {
  const last = lines.flatMap(({ until }) => until ?? []).reduce((a, b) => (a > b ? a : b), '')
  return last !== '' && Date.parse(last) < Date.now() ? last : null
}

/**
 * Starts to send back parts, or old parts for their deposits. Nothing while neither is possible. `opened`: of
 * which the dialog is open.
 */
export function ReturnParts({
  opened,
  onOpen,
  ...props
}: Props & { opened: Returned | null; onOpen: (opened: Returned | null) => void }) {
  return (
    <>
      {canReturn(props.returnable) && (
        <Button onClick={() => onOpen('parts')}>
          {props.forCustomer ? 'Start a return' : 'Return parts'}
        </Button>
      )}
      {props.returnable.lines.some(({ cores }) => cores > 0) && (
        <Button onClick={() => onOpen('cores')}>Send back a core</Button>
      )}
      {opened && <ReturnDialog {...props} core={opened === 'cores'} onClose={() => onOpen(null)} />}
    </>
  )
}

const NO_ANSWER = { reason: '', words: '' }

function ReturnDialog({
  purchase,
  returnable,
  forCustomer,
  core,
  onClose,
}: Props & { core: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const day = useStoreDay()
  const found = new Map(returnable.lines.map((line) => [line.orderId, line]))
  const most = ({ orderId }: PurchaseLine) => found.get(orderId)?.[core ? 'cores' : 'quantity'] ?? 0
  const lines = purchase.lines.filter((line) => most(line) > 0)
  const pieces = usePieces(lines, most)
  const [answers, setAnswers] = useState<Readonly<Record<string, typeof NO_ANSWER>>>({})
  const [isChecked, setChecked] = useState(false)
  const answerOf = (orderId: string) => answers[orderId] ?? NO_ANSWER
  const { busy, problem, send } = useMutation(requestReturn, {
    about: purchase._id,
    done: ({ number }) => `Return ${number} started`,
    next: ({ returnId }) =>
      navigate(forCustomer ? paths.returnDetails(returnId) : paths.returnSlip(returnId)),
  })
  const submit = () => {
    setChecked(true)
    if (!pieces.check()) return
    if (!core && pieces.input.some(({ orderId }) => answerOf(orderId).reason === '')) return
    const asked = pieces.input.map(({ orderId, quantity }) => {
      if (core) return { orderId, quantity, core }
      const { reason, words } = answerOf(orderId)
      return { orderId, quantity, core, reason: reason as ReturnReason, ...(words.trim() && { words }) }
    })
    void send({ params: { id: purchase._id }, body: { lines: asked } })
  }
  const until = ({ orderId }: PurchaseLine) => {
    const end = found.get(orderId)?.[core ? 'coresUntil' : 'until']
    if (end === undefined) return ''
    return `, ${Date.parse(end) < Date.now() ? 'its days ended' : 'until'} ${day(end)}`
  }
  return (
    <FormDialog
      title={core ? `Send back old parts of ${purchase.number}` : `Return parts of ${purchase.number}`}
      onClose={onClose}
      busy={busy}
      form={{
        noValidate: true,
        onSubmit: (event) => {
          event.preventDefault()
          submit()
        },
      }}
      submitLabel={core ? 'Send back' : 'Return'}
    >
      <p>
        {core
          ? 'Once the old part has arrived, its deposit goes back to the card.'
          : 'Once the parts have arrived, what was paid for them goes back to the card, with tax and deposits; not the delivery.'}{' '}
        Next, you can print a slip for the parcel.
      </p>
      <PieceFields
        lines={lines}
        pieces={pieces}
        most={most}
        until={until}
        more={(line) => {
          const { orderId, coreDeposit } = line
          if (pieces.of(line) === 0) return null
          if (core)
            return coreDeposit === undefined ? null : (
              <p className="text-sm">Deposit: {formatUsd(coreDeposit)} each</p>
            )
          const { reason, words } = answerOf(orderId)
          const change = (answer: Partial<typeof NO_ANSWER>) =>
            setAnswers((now) => ({ ...now, [orderId]: { ...NO_ANSWER, ...now[orderId], ...answer } }))
          const only = found.get(orderId)?.only
          return (
            <>
              <Select
                label="Why"
                value={reason}
                onChange={({ target }) => change({ reason: target.value })}
                hint={only && 'This part can’t be returned, unless it is damaged, faulty or the wrong one.'}
                error={isChecked && reason === '' ? 'Choose a reason' : undefined}
              >
                <Options
                  of={[
                    { key: '', label: 'Choose…' },
                    ...(only ?? RETURN_REASONS).map((key) => ({ key, label: RETURN_REASON_LABELS[key] })),
                  ]}
                />
              </Select>
              <TextField
                label={reason === 'does_not_fit' ? 'What does not fit?' : 'What should we know?'}
                optional
                maxLength={500}
                value={words}
                onChange={({ target }) => change({ words: target.value })}
              />
            </>
          )
        }}
      />
      <FormError>{problem}</FormError>
    </FormDialog>
  )
}
