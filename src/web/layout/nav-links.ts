import type { StoreFacts } from './use-settings.ts'

/** The bar's entries, in the specification's order and words; Parts is an addition of ours. A store without a portfolio links to none. */
export function navLinks({ hasPortfolio }: Pick<StoreFacts, 'hasPortfolio'>) {
  return [
    { to: '/', label: 'Home' },
    { to: '/parts', label: 'Parts' },
    { to: '/contactUs', label: 'Contact Us' },
    { to: '/blogs', label: 'Blogs' },
    ...(hasPortfolio ? [{ to: '/myPortfolio', label: 'My Portfolio' }] : []),
  ]
}
