import type { Mail } from './mail.ts'

type Context = Pick<Mail, 'id' | 'to'> & { storeName: string; link: string }

/** Tells the owner of an account that its password was changed. `link`: the login page. */
export function passwordChangedMail({ storeName, link, ...envelope }: Context): Mail {
  return {
    ...envelope,
    kind: 'password_changed',
    content: {
      subject: `Your ${storeName} password was changed`,
      preheader: 'You are logged out everywhere else.',
      heading: 'Your password was changed',
      paragraphs: [
        `The password of your ${storeName} account was changed just now. Every other browser was logged out.`,
      ],
      button: { label: 'Log in', href: link },
      notes: [
        "Wasn't this you? Press Forgot Password on the login page and choose a new password: that logs out the person who changed it. Then tell us.",
      ],
    },
  }
}
