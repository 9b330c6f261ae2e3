import { z } from 'zod'
import { showAccount } from '#contract/accounts.ts'
import { type Account, SignUpInput } from '#domain/accounts/account.ts'
import { api } from '../../api-client/api-client.ts'
import { useSend } from '../../api-client/use-send.ts'
import { formDraft } from '../../session/form-drafts.ts'
import { identityClient } from '../../session/open-identity.ts'
import { renewToken } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { toastSuccess } from '../../ui/toast-store.ts'
import { useForm } from '../../ui/use-form.ts'

const NameInput = z.object({ name: SignUpInput.shape.name })

/** The identity provider stores the display name; a new token then copies it to the account. */
export function NameForm({ account, onSaved }: { account: Account; onSaved: (fresh: Account) => void }) {
  const form = useForm(NameInput, { name: account.name }, { drafts: formDraft('display name') })
  const { busy, problem, send } = useSend(form)

  const save = ({ name }: { name: string }) =>
    send(async () => {
      await (await identityClient()).changeName(name)
      await renewToken()
      onSaved(await api(showAccount, { params: { email: account.email } }))
      form.reset({ name })
      toastSuccess('Profile Updated')
    })

  return (
    <Card>
      <form {...form.props(save)} className="flex flex-col gap-3">
        <TextField
          label="Display name"
          required
          autoComplete="name"
          hint="Shown on your orders and reviews from now on."
          {...form.field('name')}
        />
        <FormError>{problem}</FormError>
        <Button type="submit" busy={busy} busyLabel="Changing" className="self-start">
          Change name
        </Button>
      </form>
    </Card>
  )
}
