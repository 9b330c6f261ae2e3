import type { Mail } from './mail.ts'

type Context = Pick<Mail, 'id' | 'to'> & {
  storeName: string
  /** How many paid orders are still to ship. */
  ordersToShip: number
}

/** Confirms that an account is closed, to the address that it had. */
export function accountClosedMail({ storeName, ordersToShip, ...envelope }: Context): Mail {
  return {
    ...envelope,
    kind: 'account_closed',
    content: {
      subject: `Your ${storeName} account is closed`,
      preheader: 'Your profile, cars and unpaid orders are deleted.',
      heading: 'Your account is closed',
      paragraphs: [
        `You closed your ${storeName} account. Your profile, your saved cars and your unpaid orders are deleted, and your reviews no longer show your name.`,
        ...(ordersToShip > 0
          ? [
              `${ordersToShip === 1 ? 'The order that you paid for still ships' : `The ${ordersToShip} orders that you paid for still ship`}, and we will email you when we ship.`,
            ]
          : []),
      ],
      notes: [
        'You can sign up again with this address at any time: that is a new account.',
        "Wasn't this you? Reply to this email.",
      ],
    },
  }
}
