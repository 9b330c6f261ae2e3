import { z } from 'zod'
import { showAccount } from '#contract/accounts.ts'
import { type Account, SignUpInput } from '#domain/accounts/account.ts'
import { api } from '../../api-client/api-client.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { formDraft } from '../../session/form-drafts.ts'
import { identityClient } from '../../session/open-identity.ts'
import { renewToken } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useForm } from '../../ui/use-form.ts'

const NameInput = z.object({ name: SignUpInput.shape.name })

/** The identity provider stores the display name; a new token then copies it to the account. */
export function NameForm({ account, onSaved }: { account: Account; onSaved: (fresh: Account) => void }) {
  const form = useForm(NameInput, { name: account.name }, { drafts: formDraft('display name') })
  const { busy, problem, send } = useMutation(
    async ({ name }: { name: string }) => {
      await (await identityClient()).changeName(name)
      await renewToken()
      onSaved(await api(showAccount, { params: { email: account.email } }))
      form.reset({ name })
    },
    { form, done: 'Profile Updated' },
  )

  return (
    <Card>
      <form {...form.props(send)} className="flex flex-col gap-3">
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
