import { useId, useState } from 'react'
import { cannedAnswers, replyLink } from '#domain/contact/canned-answers.ts'
import type { MessageDetails } from '#domain/contact/contact-message.ts'
import { purchaseTitle } from '#domain/orders/purchase.ts'
import { useStoreDay } from '../../components/returns/use-store-day.ts'
import { useOrigin, useStore } from '../../layout/use-settings.ts'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { controlClasses } from '../../ui/field-frame.tsx'
import { Options, Select } from '../../ui/field.tsx'

/** An answer, prepared or free, that the admin's mail program opens with. */
export function ReplyForm({ message }: { message: MessageDetails }) {
  const { name: store, returns } = useStore()
  const origin = useOrigin()
  const formatDay = useStoreDay()
  const id = useId()
  const choices = [
    ...new Map(
      [...(message.purchase ? [message.purchase] : []), ...message.purchases].map((order) => [
        order._id,
        order,
      ]),
    ).values(),
  ]
  const [orderId, setOrderId] = useState(
    message.purchase?._id ?? (choices.length === 1 ? choices[0]?._id : '') ?? '',
  )
  const [{ text: answer, isPrepared }, setAnswer] = useState({ text: '', isPrepared: true })
  const order = choices.find(({ _id }) => _id === orderId)
  const answers = cannedAnswers(message, order, { store, origin, returns, formatDay })
  /** Takes the place of another prepared answer, and follows what was typed. */
  const begin = (text: string) =>
    setAnswer(
      isPrepared || answer.trim() === ''
        ? { text, isPrepared: true }
        : { text: `${answer.trimEnd()}\n\n${text}`, isPrepared: false },
    )
  return (
    <Card>
      <h2 className="mb-3 text-2xl">Answer</h2>
      <div className="flex flex-col gap-4">
        {choices.length > 0 && (
          <Select
            label="About order"
            fieldClassName="max-w-96"
            value={orderId}
            onChange={(event) => setOrderId(event.currentTarget.value)}
          >
            <Options
              of={[
                { key: '', label: 'None' },
                ...choices.map((one) => ({
                  key: one._id,
                  label: `${one.number}, ${purchaseTitle(one)}`,
                })),
              ]}
            />
          </Select>
        )}
        <div role="group" aria-label="Begin with a prepared answer" className="flex flex-wrap gap-2">
          {answers.map(({ key, label, text }) => (
            <Button key={key} size="sm" onClick={() => begin(text)}>
              {label}
            </Button>
          ))}
        </div>
        <div className="flex flex-col gap-1.5">
          <label htmlFor={id} className="font-semibold">
            Your answer
          </label>
          <textarea
            id={id}
            rows={8}
            maxLength={5000}
            value={answer}
            onChange={(event) => setAnswer({ text: event.currentTarget.value, isPrepared: false })}
            className={controlClasses}
          />
        </div>
        <a
          href={replyLink(message, answer, order?.number ?? message.orderNumber)}
          className={`${buttonClasses({ variant: 'primary' })} self-start`}
        >
          Reply by email
        </a>
        <p className="text-sm text-ink-soft">
          Opens your mail program with this answer, the order number and the quoted message. Mark the message
          as done once you’ve sent it.
        </p>
      </div>
    </Card>
  )
}
