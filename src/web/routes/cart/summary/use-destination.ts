import { useEffect, useEffectEvent, useState } from 'react'
import type { Address } from '#domain/addresses/address.ts'
import type { QuoteInput } from '#domain/cart/quote.ts'
import { isZip, myZip, saveZip } from '../../../session/my-zip.ts'
import { useSession } from '../../../session/session.ts'

/**
 * Where the cart goes to: a customer's default address, until another ZIP code is typed; a visitor's
 * remembered ZIP code. `to` is null while it is not known.
 */
export function useDestination() {
  const { status } = useSession()
  const [home, setHome] = useState<Address | null>()
  const [typed, setTyped] = useState<string>()
  const load = useEffectEvent(async () => {
    if (status === 'loading') return
    const isCustomer = status === 'signed-in'
    // Without the address book, a ZIP code tells the same.
    const loaded = isCustomer
      ? import('./load-default-address.ts').then(({ loadDefaultAddress }) => loadDefaultAddress())
      : null
    setHome(await Promise.resolve(loaded).catch(() => null))
  })
  useEffect(() => {
    const timer = setTimeout(() => void load())
    return () => clearTimeout(timer)
  }, [status])
  const zip = typed ?? home?.postalCode ?? (home === undefined ? '' : myZip())
  const isHome = home && zip === home.postalCode && !home.problems
  const to: QuoteInput | null = isHome ? { addressId: home._id } : isZip(zip) ? { postalCode: zip } : null
  return {
    zip,
    to,
    setZip: (text: string) => {
      setTyped(text)
      if (isZip(text)) saveZip(text)
    },
  }
}
