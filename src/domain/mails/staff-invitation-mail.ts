import type { Mail } from './mail.ts'

type Context = Pick<Mail, 'to'> & {
  invitationId: string
  storeName: string
  /** Absent until the email is delivered. */
  link?: string
}

const ID_START = 'staff-invitation.'

/** The email that invites a person to become an admin. Its link works once, within a week. */
export function staffInvitationMail({ invitationId, to, storeName, link }: Context): Mail {
  return {
    id: ID_START + invitationId,
    kind: 'staff_invitation',
    to,
    content: {
      subject: `You are invited to run ${storeName}`,
      preheader: 'The link works once, within a week.',
      heading: `Help run ${storeName}`,
      paragraphs: [
        `An admin of ${storeName} invites you to become one, too: you would see its orders and customers, and change what it sells.`,
        'Open the link, then log in or sign up with this email address.',
      ],
      ...(link !== undefined && { button: { label: 'See the invitation', href: link } }),
      notes: [
        'The link works once, within a week.',
        'Did you not expect this? Ignore this email, and nothing happens.',
      ],
    },
  }
}

/** The invitation of such an email. */
export function invitationOf({ id }: Mail): string {
  return id.slice(ID_START.length)
}
