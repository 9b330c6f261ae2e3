import { greetingName } from '#integrations/mail/greeting-name.ts'
import { CheckFailedError, type ServiceCheck, TRY_TIMEOUT_MS, whyUnreachable } from './check.ts'

/** Connects, greets, and signs in with the user of SMTP_URL. Sends no email. */
export const mail: ServiceCheck = {
  name: 'mail server',
  isUsed: ({ SMTP_URL }) => SMTP_URL !== undefined,
  async run(config) {
    const { SMTP_URL = '' } = config
    const name = greetingName(config)
    const { hostname, port, protocol, username } = new URL(SMTP_URL)
    const server = `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url: SMTP_URL,
      ...(name !== undefined && { name }),
      connectionTimeout: TRY_TIMEOUT_MS,
      greetingTimeout: TRY_TIMEOUT_MS,
      socketTimeout: TRY_TIMEOUT_MS,
    })
    try {
      await transport.verify()
    } catch (error) {
      const { code = '', responseCode } = error as { code?: string; responseCode?: number }
      if (code === 'EAUTH')
        throw new CheckFailedError(
          `${server} refuses the login (${responseCode ?? 'no code'}): check the user and the password in SMTP_URL; percent-encode characters such as @ in them (%40).`,
          { cause: error },
        )
      // The library's own errors contain the system's code or the TLS error only in their message.
      const errorText = String(error)
      const system =
        TLS_PROBLEMS.find(([words]) => words.test(errorText))?.[1] ?? /\bE[A-Z]{4,}\b/.exec(errorText)?.[0]
      const why =
        whyUnreachable(error) ??
        whyUnreachable(Object.assign(new Error(), { code: system })) ??
        (/greeting/i.test(errorText)
          ? 'it sends no greeting: is it a mail server, and does it require smtps:// on this port?'
          : (SMTP_PROBLEMS.get(code) ?? 'it ended the session'))
      throw new CheckFailedError(`${server} cannot be used: ${why}.`, { cause: error })
    } finally {
      transport.close()
    }
    return username
      ? `signed in to ${server}; nothing was sent`
      : `${server} responds; SMTP_URL contains no user`
  },
}

/** Codes for OpenSSL's and Node's messages about certificates. */
const TLS_PROBLEMS: readonly (readonly [words: RegExp, code: string])[] = [
  [/self-signed certificate in certificate chain/, 'SELF_SIGNED_CERT_IN_CHAIN'],
  [/self-signed certificate/, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [/unable to (?:verify the first|get local issuer) certificate/, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  [/certificate has expired/, 'CERT_HAS_EXPIRED'],
  [/certificate is not yet valid/, 'CERT_NOT_YET_VALID'],
  [/does not match certificate's altnames/, 'ERR_TLS_CERT_ALTNAME_INVALID'],
]

const SMTP_PROBLEMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ETIMEDOUT: `no response within ${TRY_TIMEOUT_MS / 1_000} s: check for a firewall in between`,
    ECONNECTION: 'it closed the connection',
    ETLS: 'STARTTLS failed: check its certificate, or use smtps:// and port 465',
    EPROTOCOL: 'it does not speak SMTP: correct the port',
    ESOCKET: 'the connection failed: is it smtps:// on port 465, and smtp:// on 587?',
    EDNS: 'this name is unknown: correct it, or check the DNS of this machine',
  }),
)
