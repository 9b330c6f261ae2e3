import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { changeRefund } from '#contract/purchases.ts'
import type { Purchase } from '#domain/orders/purchase.ts'
import { type Refund, SettleRefundInput } from '#domain/refunds/refund.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useAdminOutcome } from './ship-buttons.tsx'

type Props = { purchase: Pick<Purchase, '_id'>; refund: Pick<Refund, '_id' | 'amount' | 'failure'> }

/** For admins: a refund that failed and is still owed, with the two ways out. `children`: whose it is. */
export function FailedRefund({ purchase, refund, children }: Props & { children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const outcome = useAdminOutcome(purchase)
  const retry = useMutation(changeRefund, { ...outcome, done: 'The refund is sent again' })
  const params = { id: refund._id }
  return (
    <Alert tone="danger" title={`A refund of ${formatUsd(refund.amount)} failed`}>
      {children}
      <p>
        The customer has not got this money{refund.failure && ` (${refund.failure.replaceAll('_', ' ')})`}.
        Send it again, or write down how you paid it back.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          size="sm"
          variant="primary"
          busy={retry.busy}
          onClick={() => void retry.send({ params, body: { retry: true } })}
        >
          Try again
        </Button>
        <Button size="sm" onClick={() => setOpen(true)}>
          Paid back otherwise
        </Button>
      </div>
      {isOpen && <SettleDialog purchase={purchase} refund={refund} onClose={() => setOpen(false)} />}
    </Alert>
  )
}

function SettleDialog({ purchase, refund, onClose }: Props & { onClose: () => void }) {
  const form = useForm(SettleRefundInput, { settledOtherwise: '' })
  const { revalidate } = useRevalidator()
  const { busy, problem, send } = useMutation(changeRefund, {
    form,
    about: purchase._id,
    done: 'Noted',
    next() {
      onClose()
      return revalidate()
    },
  })
  return (
    <FormDialog
      title={`How was ${formatUsd(refund.amount)} paid back?`}
      onClose={onClose}
      busy={busy}
      form={form.props((body) => send({ params: { id: refund._id }, body }))}
      submitLabel="Save"
    >
      <TextField
        label="How"
        required
        maxLength={500}
        hint="For example: by check no. 1042"
        {...form.field('settledOtherwise')}
      />
      <FormError>{problem}</FormError>
    </FormDialog>
  )
}
