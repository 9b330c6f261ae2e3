import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { correctAddress } from '#contract/orders.ts'
import { CorrectAddressInput, type Order } from '#domain/orders/order.ts'
import { api } from '../../api-client/api-client.ts'
import { useSend } from '../../api-client/use-send.ts'
import { formDraft } from '../../session/form-drafts.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { toastSuccess } from '../../ui/toast-store.ts'
import { useForm } from '../../ui/use-form.ts'

/** Changes the shipping address of an order that has not shipped; for its customer and for admins. */
export function CorrectAddress({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="self-start print:hidden" onClick={() => setOpen(true)}>
        Correct the address
      </Button>
      {isOpen && <AddressDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

function AddressDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { customerAddress, customerPhone } = order
  const form = useForm(
    CorrectAddressInput,
    { customerAddress, customerPhone },
    { drafts: formDraft(`address ${order._id}`) },
  )
  const { busy, problem, send } = useSend(form)
  const { revalidate } = useRevalidator()

  const save = (body: CorrectAddressInput) =>
    send(async () => {
      const { modifiedCount } = await api(correctAddress, { params: { id: order._id }, body })
      if (modifiedCount > 0) toastSuccess('Address corrected', { about: order._id })
      onClose()
      await revalidate()
    })

  return (
    <FormDialog
      title={`Where should ${order.number} go?`}
      form={form.props(save)}
      submitLabel="Save"
      busy={busy}
      onClose={onClose}
    >
      <TextArea
        label="Address"
        required
        rows={3}
        autoComplete="street-address"
        {...form.field('customerAddress')}
      />
      <TextField label="Phone" type="tel" required autoComplete="tel" {...form.field('customerPhone')} />
      <FormError>{problem}</FormError>
    </FormDialog>
  )
}
