import { sql } from 'kysely'

export const NO_SUCH_LETTER = 'This email is no longer on the list. It was resent or dismissed.'

/** False once a link in the email has expired. */
export const USABLE = sql<boolean>`coalesce(usable_until > now(), true)`.as('usable')
