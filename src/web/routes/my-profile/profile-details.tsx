import type { Account } from '#domain/accounts/account.ts'
import { isLinkedInUrl } from '#domain/accounts/linkedin.ts'
import { DetailList } from '../../components/detail-list/detail-list.tsx'
import { Card } from '../../ui/card.tsx'

/** Name, email, and the optional fields that are set. */
export function ProfileDetails({ account }: { account: Account }) {
  const { name, email, emailVerified, education, address, phone, linkedIn } = account
  return (
    <Card>
      <div className="mb-4 flex items-center gap-4">
        <span
          aria-hidden="true"
          className="flex size-14 shrink-0 items-center justify-center rounded-full bg-ink font-display text-3xl text-paper uppercase"
        >
          {/* Not name[0], which may be half a character. */}
          {Array.from(name || email)[0]}
        </span>
        <div className="min-w-0">
          <p className="font-display text-2xl leading-tight font-semibold wrap-anywhere">{name}</p>
          {account.role === 'admin' && <p className="text-ink-soft">Admin</p>}
        </div>
      </div>
      <DetailList
        details={[
          { name: 'Name', value: name },
          { name: 'Email', value: emailVerified ? email : `${email} (not verified)` },
          { name: 'Education', value: education },
          { name: 'Address', value: address, className: 'whitespace-pre-line' },
          { name: 'Phone', value: phone },
          { name: 'LinkedIn', value: linkedIn && <LinkedIn text={linkedIn} /> },
        ]}
      />
    </Card>
  )
}

function LinkedIn({ text }: { text: string }) {
  if (!isLinkedInUrl(text)) return text
  return (
    <a
      href={text}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-signal"
    >
      {text.replace(/^https:\/\/(www\.)?/, '')}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
