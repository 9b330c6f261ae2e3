import { expect, test } from 'vitest'
import type { Message } from '#domain/contact/contact-message.ts'
import { messagesInView, readMessageListView } from './message-list.ts'

const message = (_id: string, more: Partial<Message> = {}): Message => ({
  _id,
  name: 'Vic',
  email: 'vic@example.com',
  topic: 'other',
  message: 'Hello',
  sentAt: '2026-11-29T05:00:00.000Z',
  ...more,
})

test('A message that was just done leaves the open ones, and the counts say so', () => {
  const loaded = { messages: [message('1'), message('2')], counts: { open: 2, done: 5 } }
  const now = [message('1', { doneAt: '2026-11-29T06:00:00.000Z' }), message('2')]
  const view = readMessageListView(new URLSearchParams())
  const shown = messagesInView(loaded, now, view)
  expect(shown.rows.map(({ _id }) => _id)).toEqual(['2'])
  expect(shown.counts).toEqual({ open: 1, done: 6 })
})

test('A message that was opened again leaves the done ones, and the counts say so', () => {
  const done = message('1', { doneAt: '2026-11-29T06:00:00.000Z' })
  const loaded = { messages: [done], counts: { open: 2, done: 5 } }
  const view = readMessageListView(new URLSearchParams('status=done&status=open'))
  expect(view.status).toBe('done')
  expect(messagesInView(loaded, [message('1')], view)).toEqual({ rows: [], counts: { open: 3, done: 4 } })
})
