import { z } from 'zod'
import { isStorable } from '../shared/plain-text.ts'

// The texts of a store's own content, in its files and on the settings screen.

/** Text of at most `max` characters. A longer one is not looked at (decision 050). */
export const bounded = (max: number) => z.string().max(max, { abort: true })

/** A line or paragraph: not blank, at most `max` characters; spaces at its ends are left out. */
export const text = (max: number) =>
  bounded(max)
    .trim()
    .min(1, 'Must not be blank')
    .refine((value) => isStorable(value) && !/\p{Cc}/u.test(value), 'Must be one line of text')
export const list = <S extends z.ZodType>(schema: S, max: number) => z.array(schema).max(max).default([])
export const line = text(200)
export const email = z.email('Must be an email address').max(254)
