/** A counter of the achievements block: runs from `from` to `to`, then shows a plus sign and the label. */
export type Achievement = { from: number; to: number; label: string }

/** One fact of the business summary: a figure to set large, and what it counts. */
export type BusinessFact = { figure: string; label: string }

/** The words of the home page, in the order of the page. Headings, labels and counters are the specification's. */
export const homeContent = {
  title: 'Driveline: auto parts since 1992',
  description:
    'Auto parts by vehicle, priced per piece, with stock and minimum order in plain sight. 250 brands across 42 categories. Since 1992.',

  banner: {
    heading: 'Welcome To Driveline',
    promise: 'The right part, the first time.',
    text: 'We carry 250 brands across 42 categories, and we have measured, fitted or returned most of it ourselves. Tell us what you drive and we will show you only what fits.',
  },

  finder: {
    heading: 'Select Your Vehicle',
    make: 'Make',
    year: 'Year',
    model: 'Model',
    engine: 'Engine Model',
    button: 'Find My Parts',
  },

  products: {
    heading: 'Our Products',
    text: 'Fresh on the shelf. Prices are per piece; the minimum order is printed on every card.',
    empty: 'The shelf is empty just now. New parts appear here as soon as they are booked in.',
  },

  brands: {
    heading: 'Brands We Trust',
    text: 'A dozen of the 250. We sell what we would put on our own cars.',
  },

  achievements: {
    heading: 'Three decades, counted',
    counters: [
      { from: 60, to: 72, label: 'Countries' },
      { from: 440, to: 450, label: 'Complete Projects' },
      { from: 340, to: 355, label: 'Happy Client' },
    ] satisfies Achievement[],
  },

  business: {
    heading: 'A parts counter, with a longer counter',
    paragraphs: [
      'Driveline opened in 1992 as eleven metres of shelving and a telephone. The shelving has grown; the idea has not. Somebody describes a noise, we work out which part makes it, and the part is on its way the same day.',
      'Today we supply private garages, repair shops and fleets from one warehouse. What we list is what is on the shelf: the number beside “available” is counted, and falls the moment you order. Where a maker packs by the case, the minimum order says so before you ask.',
    ],
    facts: [
      { figure: '1992', label: 'the year we opened, and still the same family' },
      { figure: '250', label: 'brands, from one-man foundries to household names' },
      { figure: '42', label: 'categories, from air filters to wheel hubs' },
      { figure: '4 pm', label: 'order by then on a weekday and it ships today' },
      { figure: '30 days', label: 'to send back a part that was never fitted' },
    ] satisfies BusinessFact[],
    pictureDescription:
      'Steel shelves with boxed parts, oil filters, an alternator, brake rotors, batteries, a clutch and a wheel.',
  },

  reviews: {
    heading: 'What Our Customers Are Saying',
    empty: 'No reviews yet. The first customer to leave one gets this whole space.',
  },
} as const
