import { useState } from 'react'
import { changeReturn } from '#contract/returns.ts'
import type { ListedReturn } from '#domain/returns/return.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { problemText } from '../../api-problem.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextArea } from '../../ui/field.tsx'

/** Approves or declines a return, with a note to its customer, without which it is not declined. */
export function DecideForm({ found, onDecided }: { found: ListedReturn; onDecided: () => Promise<void> }) {
  const { _id, number } = found
  const [note, setNote] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { pending, send } = useMutation(changeReturn, {
    about: _id,
    done: (_, { body }) => `Return ${number} ${body.state}`,
    next: onDecided,
    async failed(error) {
      // Its customer may have canceled it.
      await onDecided()
      return problemText(error)
    },
  })
  const decide = (state: 'approved' | 'declined') =>
    send({ params: { id: _id }, body: { state, ...(note.trim() && { note }) } })
  return (
    <Card as="section" aria-labelledby="decide" className="flex flex-col gap-4">
      <h2 id="decide" className="text-2xl">
        Decide
      </h2>
      <TextArea
        label="Note to the customer"
        optional
        rows={2}
        maxLength={500}
        hint="It goes into the email. Say why when you decline."
        value={note}
        onChange={({ target }) => setNote(target.value)}
        error={isChecked && note.trim() === '' ? 'Write why you decline it' : undefined}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          busy={pending?.body.state === 'approved'}
          onClick={() => void decide('approved')}
        >
          Approve
        </Button>
        <Button
          busy={pending?.body.state === 'declined'}
          onClick={() => {
            setChecked(true)
            if (note.trim() !== '') void decide('declined')
          }}
        >
          Decline
        </Button>
      </div>
    </Card>
  )
}
