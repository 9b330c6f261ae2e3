import { ContactInput } from '#domain/contact/contact-message.ts'
import { defineCall } from './call.ts'
import { InsertResult } from './shared-schemas.ts'

export const sendMessage = defineCall({
  method: 'POST',
  path: '/contact',
  summary: 'Send the store a message',
  access: 'public',
  body: ContactInput,
  response: InsertResult,
  status: 201,
  refusals: ['too_many_requests'],
})
