import { showAccount, updateProfile } from '#contract/accounts.ts'
import { type Account, UpdateProfileInput } from '#domain/accounts/account.ts'
import { api, ApiProblem } from '../../api-client/api-client.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { formDraft } from '../../session/form-drafts.ts'
import { currentSession } from '../../session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { toastError } from '../../ui/toast-store.ts'
import { useForm } from '../../ui/use-form.ts'

/** The specification's text. */
const NOT_LOGGED_IN = 'No user is logged in'

/** Education, address, phone and LinkedIn; all four are required. */
export function ProfileForm({ account, onSaved }: { account: Account; onSaved: (fresh: Account) => void }) {
  const { education = '', address = '', phone = '', linkedIn = '' } = account
  const form = useForm(
    UpdateProfileInput,
    { education, address, phone, linkedIn },
    { drafts: formDraft('profile') },
  )
  const params = { email: account.email }
  const { busy, problem, send } = useMutation(updateProfile, {
    form,
    about: 'session',
    done: 'Profile Updated',
    failed: (error) => (error instanceof ApiProblem && error.status === 401 ? NOT_LOGGED_IN : undefined),
    async next(_, { body }) {
      form.reset(body)
      // Show the stored profile; if only this read fails, show what was sent.
      onSaved(await api(showAccount, { params }).catch(() => ({ ...account, ...body })))
    },
  })
  const save = (body: UpdateProfileInput) =>
    currentSession().status === 'signed-in'
      ? send({ params, body })
      : toastError(NOT_LOGGED_IN, { about: 'session' })

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
