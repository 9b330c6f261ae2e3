import type { Account } from '#domain/accounts/account.ts'
import { Button } from '../../ui/button.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { BY_WORD, type Column } from '../../ui/table.tsx'

/** `onMakeAdmin` is offered for verified customers. */
export function accountColumns(onMakeAdmin: (account: Account) => void): readonly Column<Account>[] {
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
    {
      key: 'actions',
      short: true,
      heading: 'Actions',
      headingHidden: true,
      className: 'md:text-right',
      cell: (account) =>
        account.role === 'admin' ? null : account.emailVerified ? (
          <Button
            size="sm"
            onClick={() => onMakeAdmin(account)}
            aria-label={`Make Admin: ${account.name || account.email}`}
          >
            Make Admin
          </Button>
        ) : (
          <span className="text-sm text-ink-soft">Can be made an admin once verified</span>
        ),
    },
  ]
}
