/** The link that dials a phone number: to `dial` if it is given, such as "+12175550192". */
export const telHref = ({ number, dial }: { number: string; dial?: string | undefined }) =>
  `tel:${dial ?? number.replaceAll(/[^\d+]/g, '')}`
