import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { ContactInput } from '#domain/contact/contact-message.ts'
import { TOPIC_LABELS, TOPICS } from '#domain/contact/topic.ts'
import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import { api } from '../../api-client/api-client.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import type { RefusedForm } from '../../form-action.server.ts'
import { focusOnMount } from '../../layout/route-change-effects.ts'
import { useSession } from '../../session/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Options, Select, TextArea, TextField } from '../../ui/field.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { useForm } from '../../ui/use-form.ts'

const call = async () => (await import('#contract/contact.ts')).sendMessage
const empty = { name: '', email: '', topic: 'other', orderNumber: '', message: '' }

/** The schema of the message, loaded with the call. The action without JavaScript uses it too. */
const contactInput = async () => (await call()).body
/** The page that confirms that the message has arrived. */
export const SENT = pathWithQuery(paths.contact, { sent: 1 })

/** The contact form; values remain until the server has accepted them. `answers`: when the store replies. */
export function ContactForm({
  answers,
  refused,
}: {
  answers: string | undefined
  refused: RefusedForm | undefined
}) {
  const form = useForm(contactInput, { ...empty, ...refused?.values }, { refused: refused?.errors })
  const session = useSession()
  const own =
    session.status === 'signed-in' ? { name: session.user.name, email: session.user.email } : undefined
  const fillIn = useEffectEvent(() => form.rebase(empty, { ...empty, ...own }))
  const isSignedIn = own !== undefined
  useEffect(() => {
    if (isSignedIn) fillIn()
  }, [isSignedIn])
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)

  const { busy, problem, send } = useMutation(
    async (body: ContactInput) => {
      await api(await call(), { body })
      form.reset({ ...empty, ...own })
      // The confirmation gets the focus, and may be below the top of the page.
      await navigate(SENT, { preventScrollReset: true })
    },
    { form, firstProblem: refused?.message },
  )

  return (
    <Card className="self-start">
      <h2 ref={heading} tabIndex={-1} className="text-3xl outline-none">
        Write to us
      </h2>
      <p className="mt-1 text-ink-soft">
        {answers && `We answer ${answers}. `}We use your address only to reply.
      </p>
      {search.has('sent') ? (
        <Thanks answers={answers} onAgain={() => heading.current?.focus()} />
      ) : (
        <form {...form.props(send)} className="mt-5 flex flex-col gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField label="Name" autoComplete="name" required {...form.field('name')} />
            <TextField label="Email" type="email" autoComplete="email" required {...form.field('email')} />
          </div>
          <div className="grid gap-4 sm:grid-cols-2">
            <Select label="Topic" {...form.field('topic')}>
              <Options of={TOPICS.map((key) => ({ key, label: TOPIC_LABELS[key] }))} />
            </Select>
            <TextField
              label="Order number"
              optional
              autoComplete="off"
              maxLength={40}
              {...form.field('orderNumber')}
            />
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
  return (
    <div ref={focusOnMount} tabIndex={-1} className="mt-5 flex flex-col items-start gap-4 outline-none">
      <Alert
        tone="ok"
        className="w-full"
        title={`Your message has arrived.${answers ? ` We will answer ${answers}.` : ''}`}
      />
      {/* The link is removed when the form appears. */}
      <LinkButton to={paths.contact} onClick={onAgain}>
        Write another message
      </LinkButton>
    </div>
  )
}
