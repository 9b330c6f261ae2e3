/** The store's adjustable numbers. */
export type ShopRules = {
  /** Minutes for which an unpaid order holds its stock. */
  orderHoldMinutes: number
  /** Minutes for which an unverified customer's unpaid order holds its stock. */
  unverifiedHoldMinutes: number
  /** Minutes before the end of a hold at which its customer is reminded to pay; 0: no reminders. */
  holdReminderMinutes: number
  /** Percent of a product's units that unverified customers may hold in total. */
  unverifiedSharePercent: number
  /** Minutes for which an access token is valid. */
  tokenMinutes: number
  /** Before the numbers of orders, such as DL; undefined: none. */
  orderPrefix: string | undefined
  /** How many unpaid orders one customer may have at a time. */
  maxUnpaidOrders: number
  /** How many cards of one order may be declined. */
  declinesPerOrder: DeclineLimit
  /** How many cards of one customer may be declined. */
  declinesPerAccount: DeclineLimit
  /**
   * The emails of accounts that many people use: the demo’s. They can neither be closed nor lose their role,
   * and their password stays.
   */
  sharedEmails: readonly string[]
}

export type DeclineLimit = { max: number; windowSeconds: number }
