import { fits } from '../demo-fitment.ts'
import type { DemoProduct } from '../demo-product.ts'

export const filters: readonly DemoProduct[] = [
  {
    partNumber: 'DL-FLT-4002',
    name: 'Spin-On Oil Filter, M20 × 1.5, Case Pack',
    about:
      'Cellulose and glass-fiber blend, 99 % of particles at 25 µm, with a silicone anti-drain valve that keeps the first start quiet. M20 × 1.5 thread, 65 mm across, 86 mm tall. Twelve to the case, and the case is the minimum.',
    brand: 'Siftwell',
    category: 'Filters',
    picture: 'oil-filter',
    priceCents: 545,
    available: 864,
    minOrder: 12,
    fitments: [
      ...fits('Honda', ['Civic'], [2006, 2015], { displacementL: 1.8, cylinders: 4 }),
      ...fits('Honda', ['Civic'], [2016, 2021], { displacementL: 2, cylinders: 4 }),
      ...fits('Honda', ['Accord'], [2003, 2017], { displacementL: 2.4, cylinders: 4 }),
      ...fits('Honda', ['CR-V'], [2002, 2019], { displacementL: 2.4, cylinders: 4 }),
      ...fits('Nissan', ['Altima'], [2002, 2024], { displacementL: 2.5, cylinders: 4 }),
      ...fits('Subaru', ['Forester'], [2000, 2010], { displacementL: 2.5, cylinders: 4 }),
      ...fits('Mazda', ['3'], [2004, 2011], { displacementL: 2, cylinders: 4 }),
    ],
  },
  {
    partNumber: 'DL-FLT-4006',
    name: 'Spin-On Oil Filter, M22 × 1.5, Case Pack',
    about:
      'Full-flow filter for the modular V8s: M22 × 1.5 thread, 93 mm across, 130 mm tall, 16 psi bypass. The dome has a grip coating that works with oily gloves. Twelve to the case.',
    brand: 'Siftwell',
    category: 'Filters',
    picture: 'oil-filter-large',
    priceCents: 615,
    available: 600,
    minOrder: 12,
    fitments: [
      ...fits('Ford', ['F-150'], [1997, 2008]),
      ...fits('Ford', ['Mustang'], [1996, 2010], { displacementL: 4.6, cylinders: 8 }),
      ...fits('Ford', ['Escape'], [2001, 2009], { displacementL: 3, cylinders: 6 }),
    ],
  },
  {
    partNumber: 'DL-FLT-4009',
    name: 'Spin-On Oil Filter, 13/16-16, Case Pack',
    about:
      'For small-blocks up to 2006: 13/16-16 UN thread, 76 mm across, 98 mm tall, 11 psi bypass. From 2007 the thread is metric and this is the wrong filter. Twelve to the case.',
    brand: 'Siftwell',
    category: 'Filters',
    picture: 'oil-filter-blue',
    priceCents: 565,
    available: 516,
    minOrder: 12,
    fitments: [
      ...fits('Chevrolet', ['Silverado 1500'], [1999, 2006]),
      ...fits('GMC', ['Sierra 1500'], [1999, 2006]),
    ],
  },
  {
    partNumber: 'DL-FLT-4011',
    name: 'Spin-On Oil Filter, Small-Block V8',
    about:
      'M22 × 1.5 thread, 75 mm across, 98 mm tall, 22 psi bypass as later small-blocks require. Do not swap it for the older 13/16-16 filter: it threads on just far enough to fool you. Twelve to the case.',
    brand: 'Siftwell',
    category: 'Filters',
    picture: 'oil-filter-black',
    priceCents: 585,
    available: 432,
    minOrder: 12,
    fitments: [
      ...['C15 2WD', 'K15 4WD'].map((variant) => ({
        make: 'Chevrolet',
        model: 'Silverado 1500',
        variant,
        yearFrom: 2007,
        yearTo: 2013,
        engine: { displacementL: 5.3, cylinders: 8 },
      })),
      ...['C15 2WD', 'K15 4WD'].map((variant) => ({
        make: 'GMC',
        model: 'Sierra 1500',
        variant,
        yearFrom: 2007,
        yearTo: 2013,
        engine: { displacementL: 5.3, cylinders: 8 },
      })),
    ],
  },
  {
    partNumber: 'DL-FLT-4013',
    name: 'Spin-On Oil Filter, 3/4-16, Bulk Pack',
    about:
      'The everyday filter of every taxi rank: 3/4-16 UNF thread, 65 mm across, 75 mm tall, nitrile gasket. Packed 24 to a box without individual cartons, which is most of the reason for the price.',
    brand: 'Siftwell',
    category: 'Filters',
    picture: 'oil-filter-bulk',
    priceCents: 395,
    available: 1440,
    minOrder: 24,
    fitments: [
      ...fits('Toyota', ['Camry'], [2002, 2009], { displacementL: 2.4, cylinders: 4 }),
      ...fits('Toyota', ['Corolla'], [2000, 2008], { displacementL: 1.8, cylinders: 4 }),
    ],
  },
  {
    partNumber: 'DL-FLT-4030',
    name: 'Panel Air Filter, 1.8 Compact',
    about:
      'Pleated dry media, 233 × 165 × 45 mm, with a molded polyurethane seal that sits flat without coaxing. Change at 30,000 miles, or at 15,000 if you know your roads by their potholes.',
    brand: 'Siftwell',
    category: 'Filters',
    picture: 'air-filter',
    priceCents: 1490,
    available: 210,
    minOrder: 2,
    fitments: fits('Honda', ['Civic'], [2006, 2011], { displacementL: 1.8, cylinders: 4 }),
  },
  {
    partNumber: 'DL-FLT-4034',
    name: 'Panel Air Filter, Half-Ton V8',
    about:
      'Deep-pleat panel, 286 × 241 × 68 mm, with a steel mesh on the clean side. Holds about a third more dust than the standard element before it restricts. Tap it out on gravel roads; replace it, do not wash it.',
    brand: 'Siftwell',
    category: 'Filters',
    picture: 'air-filter-mesh',
    priceCents: 1875,
    available: 160,
    minOrder: 3,
    fitments: [
      ...fits('Ford', ['F-150'], [2004, 2008], {
        displacementL: 5.4,
        cylinders: 8,
      }),
      ...fits('Ford', ['F-150'], [2004, 2008], {
        displacementL: 4.6,
        cylinders: 8,
      }),
    ],
  },
  {
    partNumber: 'DL-FLT-4039',
    name: 'Panel Air Filter, 2.4 Sedan',
    about:
      'Synthetic-blend panel, 274 × 189 × 48 mm, that stays stiff when the airbox draws in spray. The seal carries an arrow for the direction of flow. Packed in pairs for the next service but one.',
    brand: 'Siftwell',
    category: 'Filters',
    picture: 'air-filter-synthetic',
    priceCents: 1360,
    available: 186,
    minOrder: 2,
    fitments: fits('Toyota', ['Camry'], [2002, 2006], { displacementL: 2.4, cylinders: 4 }),
  },
  {
    partNumber: 'DL-FLT-4041',
    name: 'Panel Air Filter, 1.8 Sedan',
    about:
      'Dry pleated panel, 240 × 168 × 52 mm, with a felt pre-layer on the dusty side. The housing clips are easier on the fingers than they look. Packed in pairs.',
    brand: 'Siftwell',
    category: 'Filters',
    picture: 'air-filter-felt',
    priceCents: 1245,
    available: 174,
    minOrder: 2,
    fitments: fits('Toyota', ['Corolla'], [2003, 2008], { displacementL: 1.8, cylinders: 4 }),
  },
  {
    partNumber: 'DL-FLT-4045',
    name: 'Panel Air Filter, 2.5 Five-Cylinder',
    about:
      'Panel element for the 2.5 five-cylinder, 345 × 135 × 70 mm, sealed on all four edges. We have sold the last case and the next is due from the maker; it is listed so you can find the number.',
    brand: 'Siftwell',
    category: 'Filters',
    picture: 'air-filter-long',
    priceCents: 1740,
    available: 0,
    minOrder: 2,
    fitments: [
      ...fits('Volkswagen', ['Jetta'], [2006, 2013], { displacementL: 2.5, cylinders: 5 }),
      ...fits('Volkswagen', ['Golf'], [2010, 2014], { displacementL: 2.5, cylinders: 5 }),
    ],
  },
]
