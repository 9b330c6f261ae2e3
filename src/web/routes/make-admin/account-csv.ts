import type { Account } from '#domain/accounts/account.ts'
import type { CsvColumn } from '../../components/admin-list/csv.ts'

export const accountCsv: readonly CsvColumn<Account>[] = [
  { heading: 'Name', value: ({ name }) => name },
  { heading: 'Email', value: ({ email }) => email },
  { heading: 'Email verified', value: ({ emailVerified }) => (emailVerified ? 'yes' : 'no') },
  { heading: 'Role', value: ({ role }) => role },
  { heading: 'Address', value: ({ address }) => address ?? '' },
  { heading: 'Phone', value: ({ phone }) => phone ?? '' },
]
