import { useEffect, useRef, useState } from 'react'
import type { ContactInput } from '#domain/contact/contact-message.ts'
import { api, problemFields, problemText } from '../../api-client/api-client.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { Card } from '../../ui/card.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { useFormCheck } from '../../ui/use-form-check.ts'

const call = async () => (await import('#contract/visitors.ts')).sendMessage
const contactInput = async () => (await call()).body

/** The contact form; values remain until the server has accepted them. `answers`: when the store replies; `email`: an alternative. */
export function ContactForm({ answers, email }: { answers: string | undefined; email: string | undefined }) {
  const form = useFormCheck(contactInput, { name: '', email: '', message: '' })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [sent, setSent] = useState(false)

  const send = async (body: ContactInput) => {
    setProblem('')
    setBusy(true)
    try {
      await api(await call(), { body })
      form.reset()
      setSent(true)
    } catch (error) {
      if (!form.refuse(problemFields(error))) setProblem(problemText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card className="self-start">
      <h2 className="text-3xl">Write to us</h2>
      <p className="mt-1 text-ink-soft">
        {answers && `We answer ${answers}. `}We use your address for the answer and for nothing else.
      </p>
      <noscript>
        <Alert className="mt-4" title="This form needs JavaScript">
          {email && (
            <>
              Without it, please write to <a href={`mailto:${email}`}>{email}</a>.
            </>
          )}
        </Alert>
      </noscript>
      {sent ? (
        <Thanks answers={answers} onAgain={() => setSent(false)} />
      ) : (
        <form method="post" noValidate onSubmit={form.submit(send)} className="mt-5 flex flex-col gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField label="Name" autoComplete="name" required {...form.field('name')} />
            <TextField label="Email" type="email" autoComplete="email" required {...form.field('email')} />
          </div>
          <TextArea
            label="Message"
            rows={7}
            required
            hint="Year, model and engine, or the number stamped on the old part, save us both a question."
            {...form.field('message')}
          />
          <FormSummary fields={form.invalidFields} />
          {problem && <Alert tone="danger">{problem} Your message is still here.</Alert>}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            busy={busy}
            busyLabel="Sending"
            className="self-start"
          >
            Send Message
          </Button>
        </form>
      )}
    </Card>
  )
}

function Thanks({ answers, onAgain }: { answers: string | undefined; onAgain: () => void }) {
  // The focused form was replaced by this message.
  const answer = useRef<HTMLDivElement>(null)
  useEffect(() => answer.current?.focus(), [])
  return (
    <div ref={answer} tabIndex={-1} className="mt-5 flex flex-col items-start gap-4 outline-none">
      <Alert
        tone="ok"
        className="w-full"
        title={`Your message has arrived.${answers ? ` We will answer ${answers}.` : ''}`}
      />
      <Button onClick={onAgain}>Write another message</Button>
    </div>
  )
}
