/** What a message is about, in the order of the form. The database has the same list. */
export const TOPICS = ['order', 'return', 'part', 'other'] as const
export type Topic = (typeof TOPICS)[number]

export const TOPIC_LABELS: Readonly<Record<Topic, string>> = {
  order: 'An order',
  return: 'A return or a problem',
  part: 'Finding the right part',
  other: 'Something else',
}
