import { hostname } from 'node:os'
import type { Config } from '#config/config.ts'

/** A host name as other mail servers accept it: with a dot, and no IP address. */
const DOMAIN_NAME = /^(?=.*[a-z])[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

/**
 * The name by which the store greets a mail server (EHLO). A container's own name has no dot: nodemailer then
 * says [127.0.0.1], which large mail services refuse. Then it is the host of APP_URL, or else the domain of
 * MAIL_FROM; undefined when neither is a domain name.
 */
export function greetingName(
  { APP_URL, sender }: Pick<Config, 'APP_URL' | 'sender'>,
  machine = hostname(),
): string | undefined {
  if (machine.includes('.')) return undefined
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1)
  return [APP_URL, `http://${domain}`]
    .map((url) => (url !== undefined && URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : ''))
    .find((name) => DOMAIN_NAME.test(name))
}
