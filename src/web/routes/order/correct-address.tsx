import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { correctAddress } from '#contract/orders.ts'
import { CorrectAddressInput } from '#domain/orders/order.ts'
import type { Purchase } from '#domain/orders/purchase.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { formDraft } from '../../session/form-drafts.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useForm } from '../../ui/use-form.ts'

/** Changes the shipping address of an order that has not shipped; for its customer and for admins. */
export function CorrectAddress({ purchase }: { purchase: Purchase }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="self-start print:hidden" onClick={() => setOpen(true)}>
        Correct the address
      </Button>
      {isOpen && <AddressDialog purchase={purchase} onClose={() => setOpen(false)} />}
    </>
  )
}

function AddressDialog({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const { _id, address: customerAddress, phone: customerPhone } = purchase
  const form = useForm(
    CorrectAddressInput,
    { customerAddress, customerPhone },
    { drafts: formDraft(`address ${_id}`) },
  )
  const { revalidate } = useRevalidator()
  const { busy, problem, send } = useMutation(correctAddress, {
    form,
    about: _id,
    done: ({ modifiedCount }) => (modifiedCount > 0 ? 'Address corrected' : null),
    next() {
      onClose()
      return revalidate()
    },
  })
  const save = (body: CorrectAddressInput) => send({ params: { id: _id }, body })

  return (
    <FormDialog
      title={`Where should ${purchase.number} go?`}
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
