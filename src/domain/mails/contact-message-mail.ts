import type { Mail } from './mail.ts'
import { isPlainAddress } from './plain-address.ts'

/** A visitor's message to the store. Replies go to the visitor. `id`: that of the stored message. */
export function contactMessageMail(context: {
  id: string
  to: string
  name: string
  email: string
  message: string
}): Mail {
  const { id, to, name, email, message } = context
  return {
    id: `contact-message.${id}`,
    kind: 'contact_message',
    to,
    ...(isPlainAddress(email) && { replyTo: email }),
    content: {
      subject: `Message from ${name}`,
      preheader: message.slice(0, 150),
      heading: 'New message from your contact form',
      paragraphs: [],
      facts: [
        { label: 'From', value: name },
        { label: 'Email', value: email },
      ],
      quote: message,
      notes: ['Reply to this email to answer the visitor. They typed the address, and it is not verified.'],
    },
  }
}
