import { CodeInput } from '#domain/accounts/account.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { CopyableId } from '../../components/detail-list/copyable-id.tsx'
import { focusOnMount } from '../../layout/route-change-effects.ts'
import { enableSecondFactor } from '../../session/second-factor-calls.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useForm } from '../../ui/use-form.ts'

/** Shows the secret as QR code and text, and asks for a first code to confirm that the app has it. */
export function SecondFactorSetUp({
  totpUri,
  onCancel,
  onConfirmed,
}: {
  totpUri: string
  onCancel: () => void
  onConfirmed: () => void
}) {
  const form = useForm(CodeInput, { code: '' })
  const { busy, problem, send } = useMutation(({ code }: { code: string }) => enableSecondFactor(code), {
    form,
    next: onConfirmed,
  })
  return (
    <form {...form.props(send)} className="flex flex-col gap-4">
      <p>Scan this with an authenticator app, or type the key into it by hand.</p>
      <QrCode
        text={totpUri}
        label="QR code with the key, for your authenticator app"
        className="size-56 max-w-full rounded-md border border-line"
      />
      <CopyableId name="key" id={new URL(totpUri).searchParams.get('secret') ?? ''} />
      <TextField
        ref={focusOnMount}
        label="Code"
        hint="The six digits that the app shows now."
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...form.field('code')}
      />
      <FormError>{problem}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy} busyLabel="Switching on">
          Switch on
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
