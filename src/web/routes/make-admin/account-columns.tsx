import type { Account } from '#domain/accounts/account.ts'
import { buttonsColumn } from '../../components/list/buttons-column.tsx'
import { type CsvColumn, csvPhone } from '../../components/list/csv.ts'
import { StatusPill } from '../../ui/status-pill.tsx'
import { BY_WORD, type Column } from '../../ui/table.tsx'

/**
 * `onMakeAdmin` is offered for verified customers, `onDemote` for admins; `ownEmail`: of the admin who looks
 * at the list.
 */
export function accountColumns(
  ownEmail: string | undefined,
  onMakeAdmin: (account: Account) => void,
  onDemote: (account: Account) => void,
): readonly Column<Account>[] {
  return [
    {
      key: 'name',
      heading: 'Name',
      title: true,
      sortable: BY_WORD,
      cell: ({ name, email }) => <span className="block wrap-anywhere md:min-w-28">{name || email}</span>,
    },
    {
      key: 'email',
      heading: 'Email',
      sortable: BY_WORD,
      cell: ({ email, emailVerified }) => (
        <span className="wrap-anywhere">
          {email}
          {!emailVerified && <span className="block text-sm text-ink-soft">not verified</span>}
        </span>
      ),
    },
    {
      key: 'role',
      short: true,
      heading: 'Role',
      className: 'max-md:items-center max-md:justify-start',
      sortable: ['admins first', 'customers first'],
      cell: ({ role }) =>
        role === 'admin' ? <StatusPill tone="ok">Admin</StatusPill> : <StatusPill>Customer</StatusPill>,
    },
    buttonsColumn(
      (account) => {
        if (account.role === 'admin') {
          const label = account.email === ownEmail ? 'Give up rights' : 'Remove rights'
          const name = `${label}: ${account.name || account.email}`
          return [{ label, name, onPress: () => onDemote(account) }]
        }
        if (!account.emailVerified) return ['Can be made an admin once verified']
        const name = `Make Admin: ${account.name || account.email}`
        return [{ label: 'Make Admin', name, onPress: () => onMakeAdmin(account) }]
      },
      // The same height without a button.
      { short: true, className: 'md:h-13' },
    ),
  ]
}

export const accountCsv: readonly CsvColumn<Account>[] = [
  { heading: 'Name', value: ({ name }) => name },
  { heading: 'Email', value: ({ email }) => email },
  { heading: 'Email verified', value: ({ emailVerified }) => (emailVerified ? 'yes' : 'no') },
  { heading: 'Role', value: ({ role }) => role },
  { heading: 'Address', value: ({ address }) => address ?? '' },
  { heading: 'Phone', value: ({ phone }) => csvPhone(phone ?? '') },
]
