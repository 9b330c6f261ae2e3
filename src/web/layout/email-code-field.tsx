import { useState } from 'react'
import { identityPaths } from '#identity-paths.ts'
import { useMutation } from '../api-client/use-mutation.ts'
import { identityCall } from '../session/identity-call.ts'
import { renewToken } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'

/** The six digits of the verification email. Not a form of its own: it is shown in others. */
export function EmailCodeField() {
  const [code, setCode] = useState('')
  const [invalid, setInvalid] = useState('')
  const {
    busy,
    problem,
    send: verify,
  } = useMutation(
    async () => {
      setInvalid('')
      await identityCall(identityPaths.verifyByCode, { code })
      await renewToken()
    },
    {
      form: {
        refuse(fields) {
          setInvalid(fields[0]?.message ?? '')
          return fields.length > 0
        },
      },
      done: 'Your email address is verified.',
    },
  )

  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label="Verification code"
          fieldClassName="w-full max-w-40"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          value={code}
          aria-invalid={invalid || problem ? true : undefined}
          onChange={({ target }) => setCode(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            void verify()
          }}
        />
        <Button className="min-h-11.5" busy={busy} onClick={() => void verify()}>
          Verify
        </Button>
      </div>
      <FormError className="mt-1.5">{invalid || problem}</FormError>
    </div>
  )
}
