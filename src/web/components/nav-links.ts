/** The bar's entries, in the specification's order and words; Parts is an addition of ours. */
export const navLinks = [
  { to: '/', label: 'Home' },
  { to: '/parts', label: 'Parts' },
  { to: '/contactUs', label: 'Contact Us' },
  { to: '/blogs', label: 'Blogs' },
  { to: '/myPortfolio', label: 'My Portfolio' },
] as const
