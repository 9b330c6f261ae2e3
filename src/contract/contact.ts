import { z } from 'zod'
import {
  ContactInput,
  ListMessagesQuery,
  MarkMessageInput,
  MessageCountsSchema,
  MessageDetailsSchema,
  MessageSchema,
} from '#domain/contact/contact-message.ts'
import { defineCall } from './call.ts'
import { IdParams, InsertResult, UpdateResult } from './shared-schemas.ts'

export const sendMessage = defineCall('POST', '/contact', {
  summary: 'Send the store a message',
  access: 'public',
  body: ContactInput,
  response: InsertResult,
  status: 201,
  refusals: ['too_many_requests'],
})

export const listMessages = defineCall('GET', '/messages', {
  summary: 'List or search the messages of the contact form, newest first',
  access: 'admin',
  query: ListMessagesQuery,
  response: z.array(MessageSchema),
})

export const countMessages = defineCall('GET', '/messages/counts', {
  summary: 'Count the open and the done messages',
  access: 'admin',
  response: MessageCountsSchema,
})

export const showMessage = defineCall('GET', '/message/{id}', {
  summary: 'Show a message with the orders and cars of its sender',
  access: 'admin',
  params: IdParams,
  response: MessageDetailsSchema,
})

export const markMessage = defineCall('PATCH', '/message/{id}', {
  summary: 'Mark a message as done, or open it again',
  access: 'admin',
  params: IdParams,
  body: MarkMessageInput,
  response: UpdateResult,
})
