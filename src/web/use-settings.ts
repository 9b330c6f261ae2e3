import { useRouteLoaderData } from 'react-router'
import type { PageSettings } from './page-context.ts'

/** The settings that the browser may know, from the root's loader. All off where the root itself failed. */
export function useSettings(): Pick<PageSettings, 'demo' | 'google'> {
  return useRouteLoaderData<Pick<PageSettings, 'demo' | 'google'>>('root') ?? { demo: false, google: false }
}
