import { useMutation } from '../../api-client/use-mutation.ts'
import { useSettings } from '../../layout/use-settings.ts'
import { signInWithGoogle } from '../../session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'

/** Signing in with Google; pass it to GoogleButton. */
export const useGoogle = () => useMutation(signInWithGoogle)

/**
 * "OR" and Continue With Google, with its errors below. The screen navigates once the session exists. Renders
 * nothing where an OpenID Connect issuer signs people in, and in a real store without Google's keys; a demo
 * store says so.
 */
export function GoogleButton({ problem, send }: ReturnType<typeof useGoogle>) {
  const { demo, signIn } = useSettings()
  const available = signIn.google
  if (signIn.kind === 'oidc' || (!available && !demo)) return null
  return (
    <>
      <div className="flex items-center gap-3 noscript:hidden">
        <span className="dimension-line grow" aria-hidden="true" />
        <span className="font-display text-lg text-ink-soft">OR</span>
        <span className="dimension-line grow" aria-hidden="true" />
      </div>
      <div className="flex flex-col gap-2 noscript:hidden">
        <Button
          full
          size="lg"
          disabled={!available}
          aria-describedby={available ? undefined : 'google-unavailable'}
          onClick={() => void send()}
        >
          <GoogleLogo />
          Continue With Google
        </Button>
        {!available && (
          <p id="google-unavailable" className="text-sm text-ink-soft">
            Google sign-in isn’t set up in this store. Use your email and password.
          </p>
        )}
        <FormError>{problem}</FormError>
      </div>
    </>
  )
}

// Google's branding rules require its logo in its four colors.
function GoogleLogo() {
  return (
    <svg aria-hidden="true" viewBox="0 0 48 48" className="size-5">
      <path
        fill="#4285F4"
        d="M45.100 24.500c0-1.600-.1-3.100-.4-4.500H24v8.500h11.800a10.100 10.100 0 0 1-4.400 6.600v5.500h7.100c4.200-3.800 6.600-9.500 6.600-16.100Z"
      />
      <path
        fill="#34A853"
        d="M24 46c5.900 0 10.900-2 14.600-5.300l-7.100-5.500c-2 1.300-4.500 2.100-7.500 2.100-5.700 0-10.600-3.900-12.300-9.100H4.300v5.700A22 22 0 0 0 24 46Z"
      />
      <path
        fill="#FBBC05"
        d="M11.700 28.200a13.200 13.200 0 0 1 0-8.400v-5.700H4.300a22 22 0 0 0 0 19.800Z"
      />
      <path
        fill="#EA4335"
        d="M24 10.700c3.200 0 6.100 1.100 8.400 3.300l6.300-6.300A21.100 21.100 0 0 0 24 2 22 22 0 0 0 4.300 14.100l7.400 5.700c1.700-5.200 6.600-9.100 12.300-9.100Z"
      />
    </svg>
  )
}
