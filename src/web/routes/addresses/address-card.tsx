import { type Address, formatAddress } from '#domain/addresses/address.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'

/** One address of the address book, with what is wrong with it by the rules of today. */
export function AddressCard({
  address,
  busy,
  onEdit,
  onDefault,
  onDelete,
}: {
  address: Address
  busy: boolean
  onEdit: () => void
  onDefault: () => void
  onDelete: () => void
}) {
  const { name, line1, phone, isDefault, problems = [] } = address
  const [, ...lines] = formatAddress(address).split('\n')
  const which = `the address ${name}, ${line1}`
  return (
    <li>
      <Card className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h3 className="text-xl wrap-anywhere">{name}</h3>
          {isDefault && <StatusPill tone="ok">Default</StatusPill>}
        </div>
        <address className="wrap-anywhere whitespace-pre-line not-italic">
          {[...lines, phone].join('\n')}
        </address>
        {problems.length > 0 && (
          <Alert tone="danger" title="Correct this address before you use it">
            <ul>
              {problems.map(({ field, message }) => (
                <li key={field}>{message}</li>
              ))}
            </ul>
          </Alert>
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="sm" aria-label={`Change ${which}`} onClick={onEdit}>
            Change
          </Button>
          {!isDefault && problems.length === 0 && (
            <Button size="sm" busy={busy} aria-label={`Make default: ${which}`} onClick={onDefault}>
              Make default
            </Button>
          )}
          <Button variant="danger" size="sm" aria-label={`Delete ${which}`} onClick={onDelete}>
            Delete
          </Button>
        </div>
      </Card>
    </li>
  )
}
