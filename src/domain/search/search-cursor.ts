import { z } from 'zod'
import { boundedText } from '../shared/text.ts'

const id = z.uuid()
const time = z.iso.datetime({ offset: true })
const cents = z.int32()

/** Where a page ended: the order, and what the last part was sorted by. */
const Position = z.union([
  z.tuple([z.literal('score'), z.number(), z.boolean(), z.int32(), time, id]),
  z.tuple([z.literal('newest'), time, id]),
  z.tuple([z.enum(['price', '-price']), cents, id]),
  z.tuple([z.literal('name'), boundedText(1000), id]),
])
export type SearchPosition = z.infer<typeof Position>

const MESSAGE = 'This is no page of a search: send `next` of the page before as it is'

/** A page of a search as text: JSON of its position. */
export const SearchCursor = boundedText(1500).transform((text, context): SearchPosition => {
  const parsed = Position.safeParse(readJson(text))
  if (parsed.success) return parsed.data
  context.addIssue({ code: 'custom', message: MESSAGE })
  return z.NEVER
})

/** The inverse of SearchCursor. */
export function cursorText(position: SearchPosition): string {
  return JSON.stringify(position)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
