import { requiredText } from '../shared/text.ts'

const INVALID = 'Provide a link to your LinkedIn profile, such as linkedin.com/in/your-name'
/** In characters, once its letters are encoded. */
const MAX_LINK_LENGTH = 1000

/**
 * A profile link as people paste it, completed to an https URL: "linkedin.com/in/zoe", "www.…" and "http://…"
 * too. Customers without LinkedIn may use another page. Ports and users before an @ are refused: both can
 * disguise where a link leads.
 */
export const LinkedInSchema = requiredText('LinkedIn is required', 300)
  .overwrite((text) => linkedInUrl(text) ?? text)
  .refine((text) => text.length <= MAX_LINK_LENGTH && linkedInUrl(text) === text, INVALID)

function linkedInUrl(text: string): string | null {
  const url = URL.parse(`https://${text.replace(/^(?:https?:)?\/\//i, '')}`)
  if (!url || url.username || url.password || url.port) return null
  const labels = url.hostname.split('.')
  return labels.length > 1 && /^[a-z]/.test(labels.at(-1) ?? '') ? url.href : null
}
