import { z } from 'zod'
import { EmailSchema, requiredText } from '../shared/text.ts'

export const ContactInput = z.object({
  name: requiredText('Name is required', 100),
  email: EmailSchema,
  message: requiredText('Message is required', 5000),
})
export type ContactInput = z.infer<typeof ContactInput>
