import { ContactInput } from '#domain/contact/contact-message.ts'
import { defineCall } from './call.ts'
import { Inserted } from './shared-schemas.ts'

export const sendMessage = defineCall({
  method: 'POST',
  path: '/contact',
  summary: 'Write to the store',
  who: 'all',
  body: ContactInput,
  response: Inserted,
  status: 201,
  refusals: ['too_many_requests'],
})
