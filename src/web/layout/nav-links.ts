import type { StoreInfo } from './use-settings.ts'

/** The navbar's links. A store without a portfolio has no link to it. */
export function navLinks({ hasPortfolio }: Pick<StoreInfo, 'hasPortfolio'>) {
  return [
    { to: '/', label: 'Home' },
    { to: '/parts', label: 'Parts' },
    { to: '/contactUs', label: 'Contact Us' },
    { to: '/blogs', label: 'Blogs' },
    ...(hasPortfolio ? [{ to: '/myPortfolio', label: 'My Portfolio' }] : []),
  ]
}
