/** Texts of the home page that fit every store; the rest is store content. */
export const homeContent = {
  description: 'Auto parts by vehicle, with price, stock and minimum order in plain sight.',

  banner: {
    text: 'Tell us what you drive and we will show you only what fits.',
  },

  finder: {
    heading: 'Select Your Vehicle',
    make: 'Make',
    year: 'Year',
    model: 'Model',
    engine: 'Engine Model',
    button: 'Find My Parts',
  },

  categories: {
    heading: 'Shop By Category',
    all: 'All categories',
    byCar: 'Parts by car',
  },

  products: {
    heading: 'Our Products',
    text: 'Just in. The price, its unit and the minimum order are on every card.',
    empty: 'No parts yet. New parts appear here as soon as they’re added.',
  },

  brands: {
    heading: 'Brands We Trust',
    all: 'All brands',
  },

  business: {
    pictureDescription:
      'Steel shelves with boxed parts, oil filters, an alternator, brake rotors, batteries, a clutch and a wheel.',
  },

  reviews: {
    heading: 'What Our Customers Are Saying',
    empty: 'No reviews yet. The first customer to leave one gets this whole space.',
  },
} as const
