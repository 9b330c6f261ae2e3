import { TOTP, URI } from 'otpauth'

/** The code of an authenticator app for the URI in the QR code. `ahead`: how many codes in the future. */
export function codeOf(totpUri: string, ahead = 0): string {
  const app = URI.parse(totpUri)
  if (!(app instanceof TOTP)) throw new Error('This is not the address of a TOTP secret')
  return app.generate({ timestamp: Date.now() + ahead * app.period * 1_000 })
}
