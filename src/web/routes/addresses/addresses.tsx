import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { deleteAddress, editAddress, listAddresses } from '#contract/addresses.ts'
import { type Address, MAX_ADDRESSES } from '#domain/addresses/address.ts'
import { api } from '../../api-client/api-client.ts'
import { signedInLoader } from '../../api-client/protected-loader.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { problemText } from '../../api-problem.ts'
import { AddressDialog } from '../../components/address-form/address-dialog.tsx'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/addresses'
import { AddressCard } from './address-card.tsx'

const TITLE = 'Addresses'

export const meta = metaWithTitle(TITLE)

export const clientLoader = signedInLoader(() => api(listAddresses))

export const ErrorBoundary = errorBoundary(TITLE)

type Change = { address: Address; change: 'default' | 'delete' }

/** The address book of a signed-in person. */
export default function Addresses({ loaderData: { addresses } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [edited, setEdited] = useState<Address | 'new' | null>(null)
  const [deleted, setDeleted] = useState<Address | null>(null)
  const { pending, send } = useMutation(
    async ({ address, change }: Change) => {
      const params = { id: address._id }
      if (change === 'delete') await api(deleteAddress, { params })
      else await api(editAddress, { params, body: { ...address, isDefault: true } })
    },
    {
      about: 'addresses',
      done: (_, { change }) => (change === 'delete' ? 'Address deleted' : 'Default address changed'),
      failed: problemText,
      async next(_, { change }) {
        await revalidate()
        // The button that was pressed is gone.
        if (change === 'delete') document.getElementById('saved')?.focus()
      },
    },
  )
  const isFull = addresses.length >= MAX_ADDRESSES
  const add = (
    <Button variant="primary" disabled={isFull} onClick={() => setEdited('new')}>
      Add an address
    </Button>
  )
  return (
    <>
      <PageHeading
        title={TITLE}
        lead={
          isFull
            ? `Your address book holds ${MAX_ADDRESSES} addresses. Delete one that you no longer use to add another.`
            : 'Where your parts are delivered. The default is chosen first at the checkout.'
        }
        actions={addresses.length > 0 && add}
      />
      {addresses.length === 0 ? (
        <EmptyState title="No addresses yet" text="Save one, and you need not type it again.">
          {add}
        </EmptyState>
      ) : (
        <section aria-labelledby="saved">
          <h2 id="saved" tabIndex={-1} className="sr-only">
            Saved addresses
          </h2>
          <ul className="grid items-start gap-4 xl:grid-cols-2">
            {addresses.map((address) => (
              <AddressCard
                key={address._id}
                address={address}
                busy={pending?.address._id === address._id}
                onEdit={() => setEdited(address)}
                onDefault={() => void send({ address, change: 'default' })}
                onDelete={() => setDeleted(address)}
              />
            ))}
          </ul>
        </section>
      )}
      {edited && (
        <AddressDialog
          saved={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onDone={() => {
            setEdited(null)
            return revalidate()
          }}
        />
      )}
      {deleted && (
        <ConfirmDialog
          title="Delete this address?"
          message={`${deleted.name}, ${deleted.line1}, ${deleted.city}. Orders keep the address that they were placed with.`}
          confirmLabel="Delete"
          onCancel={() => setDeleted(null)}
          onConfirm={() => {
            setDeleted(null)
            void send({ address: deleted, change: 'delete' })
          }}
        />
      )}
    </>
  )
}
