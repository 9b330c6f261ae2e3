/** Opening hours of one stretch of the week; `hours` is the text to show. */
export type OpeningHours = { days: string; hours: string }

/** How to reach the (fictional) company. The telephone numbers are of the 555 range, the addresses of example domains. */
export const contactContent = {
  title: 'Contact Us',
  intro:
    'Ask before you order: it is quicker than sending a part back. Have the year, model and engine ready, or the number stamped on the old part.',
  company: 'Driveline Auto Parts',
  since: 1992,
  address: ['1992 Camshaft Road', 'Unit 4, Piston Yard', 'Springfield, IL 62701', 'United States'],
  phones: [
    { label: 'Parts counter', number: '(217) 555-0192', href: 'tel:+12175550192' },
    { label: 'Orders and returns', number: '(217) 555-0142', href: 'tel:+12175550142' },
  ],
  emails: [
    { label: 'General questions', address: 'counter@driveline.example' },
    { label: 'Orders and returns', address: 'orders@driveline.example' },
  ],
  hours: [
    { days: 'Monday to Friday', hours: '7:30 am – 6:00 pm' },
    { days: 'Saturday', hours: '8:00 am – 1:00 pm' },
    { days: 'Sunday and public holidays', hours: 'Closed' },
  ] satisfies OpeningHours[],
  timeZone: 'All times are Central Time.',
  form: {
    heading: 'Write to us',
    text: 'We answer on the next working day, usually sooner. We use your address for the answer and for nothing else.',
    button: 'Send Message',
    thanks: 'Your message has arrived. We will answer on the next working day.',
  },
} as const
