import { showAccount, updateProfile } from '#contract/accounts.ts'
import { type Account, UpdateProfileInput } from '#domain/accounts/account.ts'
import { api, ApiProblem } from '../../api-client/api-client.ts'
import { useSend } from '../../api-client/use-send.ts'
import { formDraft } from '../../session/form-drafts.ts'
import { currentSession } from '../../session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { toastError, toastSuccess } from '../../ui/toast-store.ts'
import { useForm } from '../../ui/use-form.ts'

/** Education, address, phone and LinkedIn; all four are required. */
export function ProfileForm({ account, onSaved }: { account: Account; onSaved: (fresh: Account) => void }) {
  const { education = '', address = '', phone = '', linkedIn = '' } = account
  const form = useForm(
    UpdateProfileInput,
    { education, address, phone, linkedIn },
    { drafts: formDraft('profile') },
  )
  const { busy, problem, send } = useSend(form)

  const save = (body: UpdateProfileInput) =>
    send(async () => {
      if (currentSession().status !== 'signed-in')
        return toastError('No user is logged in', { about: 'session' })
      const params = { email: account.email }
      await api(updateProfile, { params, body }).catch((error: unknown) => {
        if (error instanceof ApiProblem && error.status === 401)
          toastError('No user is logged in', { about: 'session' })
        throw error
      })
      toastSuccess('Profile Updated', { about: 'session' })
      form.reset(body)
      // Show the stored profile; if only this read fails, show what was sent.
      onSaved(await api(showAccount, { params }).catch(() => ({ ...account, ...body })))
    })

  return (
    <form {...form.props(save)} className="flex flex-col gap-4">
      <h2 className="text-3xl">Update Your Profile</h2>
      <TextField label="Education" required {...form.field('education')} />
      <TextArea label="Address" required autoComplete="street-address" rows={3} {...form.field('address')} />
      <TextField label="Phone" type="tel" required autoComplete="tel" {...form.field('phone')} />
      <TextField
        label="LinkedIn"
        inputMode="url"
        required
        placeholder="linkedin.com/in/…"
        {...form.field('linkedIn')}
      />
      <FormError>{problem}</FormError>
      <FormSummary fields={form.invalidFields} />
      <Button type="submit" variant="primary" busy={busy} busyLabel="Updating" className="self-start">
        Update Your Profile
      </Button>
    </form>
  )
}
