import { useRef, useState } from 'react'
import { beginSetUp, type SetUp, disableSecondFactor } from '../../session/second-factor-calls.ts'
import { Card } from '../../ui/card.tsx'
import { toastSuccess } from '../../ui/toast-store.ts'
import { BackupCodes } from './backup-codes.tsx'
import { PasswordStep } from './password-step.tsx'
import { SecondFactorSetUp } from './second-factor-set-up.tsx'

type Step = { at: 'off' | 'on' } | { at: 'setting-up' | 'showing-codes'; setUp: SetUp }

/** Enables and disables the second factor, each by the password: an unattended browser is not enough. */
export function SecondFactor({ isOn }: { isOn: boolean }) {
  const [step, setStep] = useState<Step>({ at: isOn ? 'on' : 'off' })
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused button is removed with its step.
  const show = (next: Step) => {
    setStep(next)
    heading.current?.focus()
  }
  return (
    <Card as="section" aria-labelledby="second-factor" className="flex flex-col gap-4">
      <h2 ref={heading} id="second-factor" tabIndex={-1} className="text-3xl outline-none">
        Two-step verification
      </h2>
      {step.at === 'off' && (
        <>
          <p>
            Require a code from an authenticator app at every login, so that a stolen password isn’t enough.
            While it’s on, Continue With Google no longer logs you in.
          </p>
          <PasswordStep
            label="Set up"
            hint="If your account has no password yet, set one with Forgot Password on the login page."
            onPassword={async (password) => setStep({ at: 'setting-up', setUp: await beginSetUp(password) })}
          />
        </>
      )}
      {step.at === 'setting-up' && (
        <SecondFactorSetUp
          totpUri={step.setUp.totpURI}
          onCancel={() => show({ at: 'off' })}
          onConfirmed={() => setStep({ ...step, at: 'showing-codes' })}
        />
      )}
      {step.at === 'showing-codes' && (
        <BackupCodes codes={step.setUp.backupCodes} onKept={() => show({ at: 'on' })} />
      )}
      {step.at === 'on' && (
        <>
          <p>It is on: every login asks for a code from your app, or for one of your backup codes.</p>
          <PasswordStep
            label="Switch off"
            danger
            onPassword={async (password) => {
              await disableSecondFactor(password)
              show({ at: 'off' })
              toastSuccess('Two-step verification is off')
            }}
          />
        </>
      )}
    </Card>
  )
}
