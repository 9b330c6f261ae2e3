import { useRouteLoaderData } from 'react-router'
import type { SharePicture, StoreContent } from '#domain/content/store-content.ts'
import type { PageSettings } from '../page-context.ts'

/** Store data that every page shows. */
export type StoreInfo = Pick<StoreContent, 'name' | 'since' | 'footer' | 'shipping'> & {
  /** Within how many days which parts may be returned, in a sentence. */
  returns?: string | undefined
  /** Its company and address in one line, for printed pages; '' when it has none. */
  letterhead: string
  /** To call about an order. */
  phone?: { number: string; dial?: string | undefined } | undefined
  hasPortfolio: boolean
}

/** The root loader's data, available to every page. `origin`: the store's public one, for absolute URLs. */
export type RootData = PageSettings & { origin: string; store: StoreInfo; sharePicture: SharePicture | null }

const OFF: PageSettings = {
  demo: false,
  signIn: { kind: 'embedded', google: false },
  stripe: false,
  pictures: '',
  timeZone: 'UTC',
  holdMinutes: { verified: 0, unverified: 0 },
}

/** Client-side settings from the root loader. All off when that failed. */
export function useSettings(): PageSettings {
  return useRouteLoaderData<RootData>('root') ?? OFF
}

/** The store's public origin, for links in what is sent. That of this page when the root loader failed. */
export function useOrigin(): string {
  return useRouteLoaderData<RootData>('root')?.origin ?? location.origin
}

/** The store's info from the root loader. Empty when that failed. */
export function useStore(): StoreInfo {
  return (
    useRouteLoaderData<RootData>('root')?.store ?? {
      name: 'This store',
      since: undefined,
      letterhead: '',
      footer: [],
      hasPortfolio: false,
    }
  )
}
