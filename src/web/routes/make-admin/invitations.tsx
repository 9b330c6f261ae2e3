import { inviteAdmin, withdrawInvitation } from '#contract/staff.ts'
import { INVITATION_DAYS, type Invitation, InviteAdminInput } from '#domain/staff/invitation.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useForm } from '../../ui/use-form.ts'

/** Invites a person by email, and lists the invitations that were not accepted yet. */
export function Invitations({
  invitations,
  onChanged,
}: {
  invitations: readonly Invitation[]
  onChanged: () => void
}) {
  const form = useForm(InviteAdminInput, { email: '' })
  const { busy, problem, send } = useMutation(inviteAdmin, {
    form,
    done: (_, { body }) => `The invitation is on its way to ${body.email}`,
    next() {
      form.reset({ email: '' })
      onChanged()
    },
  })
  return (
    <Card as="section" aria-labelledby="invite" className="mb-6 flex flex-col gap-4">
      <div>
        <h2 id="invite" className="text-2xl">
          Invite by email
        </h2>
        <p className="text-ink-soft">
          The person becomes an admin by opening the link in the email, within {INVITATION_DAYS} days, and
          logging in with that address. An account is not needed before.
        </p>
      </div>
      <form {...form.props((body) => send({ body }))} className="flex flex-col gap-3">
        <div className="flex flex-wrap items-end gap-3">
          <div className="grow basis-64">
            <TextField label="Email" type="email" required autoComplete="off" {...form.field('email')} />
          </div>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Inviting">
            Invite
          </Button>
        </div>
        <FormError>{problem}</FormError>
      </form>
      {invitations.length > 0 && (
        <ul aria-label="Invitations" className="divide-y divide-line border-y border-line">
          {invitations.map((invitation) => (
            <InvitationRow key={invitation._id} invitation={invitation} onChanged={onChanged} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

function InvitationRow({ invitation, onChanged }: { invitation: Invitation; onChanged: () => void }) {
  const { _id: id, email, invitedBy, expiresAt, expired } = invitation
  const { busy, problem, send } = useMutation(withdrawInvitation, {
    done: `The invitation of ${email} is withdrawn`,
    next: onChanged,
  })
  const until = DATE.format(new Date(expiresAt))
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{email}</p>
        <p className="text-sm text-ink-soft">
          Invited by {invitedBy}, {expired ? `expired on ${until}` : `until ${until}`}
        </p>
        <FormError>{problem}</FormError>
      </div>
      <Button
        size="sm"
        busy={busy}
        busyLabel="Withdrawing"
        aria-label={`Withdraw the invitation of ${email}`}
        onClick={() => void send({ params: { id } })}
      >
        Withdraw
      </Button>
    </li>
  )
}
