import { useRouteLoaderData } from 'react-router'
import type { StoreContent } from '#domain/content/store-content.ts'
import type { PageSettings } from '../page-context.ts'

/** What every page shows of the store. */
export type StoreFacts = Pick<StoreContent, 'name' | 'since' | 'footer'> & { hasPortfolio: boolean }

type RootData = Pick<PageSettings, 'demo' | 'google'> & { store: StoreFacts }

/** The settings that the browser may know, from the root's loader. All off where the root itself failed. */
export function useSettings(): Pick<PageSettings, 'demo' | 'google'> {
  return useRouteLoaderData<RootData>('root') ?? { demo: false, google: false }
}

/** The store's own facts, from the root's loader. None where the root itself failed. */
export function useStore(): StoreFacts {
  return (
    useRouteLoaderData<RootData>('root')?.store ?? {
      name: 'This store',
      since: undefined,
      footer: [],
      hasPortfolio: false,
    }
  )
}
