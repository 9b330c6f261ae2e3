import type { StoreNamed } from '#domain/content/store-content.ts'
import type { Mail } from '#domain/mailer.ts'

/** Asks to confirm the e-mail of a new account. */
export function verificationMail(store: StoreNamed, to: string, link: string): Mail {
  return {
    to,
    subject: `Confirm your e-mail for ${store.name}`,
    text: `Hello,

You (or someone using your address) created an account at ${store.name}. If it was you, confirm your e-mail here within 24 hours:

${link}

It logs the account out everywhere else. In a browser in which you are not logged in, it also asks you to choose a new password, and the old one no longer works: so the account is yours alone.

If it was not you, ignore this mail: the account stays unconfirmed.

${signature(store)}
`,
  }
}

/** The mail with the link to a new password. */
export function resetMail(store: StoreNamed, to: string, link: string): Mail {
  return {
    to,
    subject: `Set a new password for ${store.name}`,
    text: `Hello,

You can set a new password for your ${store.name} account here. The link works once, within an hour:

${link}

It ends all other sessions of your account. If you did not ask for this, ignore this mail: your password stays as it is.

${signature(store)}
`,
  }
}

function signature({ name, since }: StoreNamed): string {
  return since === undefined ? name : `${name}, auto parts since ${since}`
}
