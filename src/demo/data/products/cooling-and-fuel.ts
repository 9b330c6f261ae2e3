import { fits } from '../demo-fitment.ts'
import type { DemoProduct } from '../demo-product.ts'

export const coolingAndFuel: readonly DemoProduct[] = [
  {
    partNumber: 'DL-COL-5010',
    name: 'Aluminum Radiator, Half-Ton V8',
    about:
      'Two-row brazed aluminum core, 26 mm thick, with glass-filled nylon tanks and a transmission cooler inside the right one. Core size 470 × 726 mm. Every unit is pressure tested at 1.4 bar and shipped with the ports capped.',
    brand: 'Coldbrook',
    category: 'Cooling',
    picture: 'radiator',
    priceCents: 17900,
    available: 11,
    minOrder: 1,
    fitments: [
      ...fits('Ford', ['F-150'], [1999, 2003], {
        displacementL: 5.4,
        cylinders: 8,
      }),
      ...fits('Ford', ['F-150'], [1999, 2003], {
        displacementL: 4.6,
        cylinders: 8,
      }),
    ],
  },
  {
    partNumber: 'DL-COL-5018',
    name: 'Aluminum Radiator, 2.4 Sedan',
    about:
      'Single-row aluminum core, 16 mm thick, 400 × 736 mm, with nylon tanks and original-style fan mounts. Fits manual and automatic; the cooler fittings on the lower tank are plugged for the manual. Flush the heater core before you connect it.',
    brand: 'Coldbrook',
    category: 'Cooling',
    picture: 'radiator-down-flow',
    priceCents: 13450,
    available: 16,
    minOrder: 1,
    fitments: fits('Honda', ['Accord'], [2003, 2007], { displacementL: 2.4, cylinders: 4 }),
  },
  {
    partNumber: 'DL-COL-5025',
    name: 'Aluminum Radiator, 2.4 and 3.0 Sedan',
    about:
      'Brazed aluminum core, 16 mm thick, 400 × 700 mm, drop-in brackets and a new drain cock. Rated for the four-cylinder and the V6, so one part covers the family. Use pink long-life coolant, not the green.',
    brand: 'Coldbrook',
    category: 'Cooling',
    picture: 'radiator-black',
    priceCents: 12700,
    available: 14,
    minOrder: 1,
    fitments: fits('Toyota', ['Camry'], [2002, 2006]),
  },
  {
    partNumber: 'DL-COL-5033',
    name: 'Aluminum Radiator, 4.0 Straight Six',
    about:
      'Heavy-duty one-row core, 32 mm thick, for an engine that lives at low speed and full load. 500 × 600 mm, with oil cooler. The upper tank neck is reinforced, because that is where the old one cracked.',
    brand: 'Coldbrook',
    category: 'Cooling',
    picture: 'radiator-all-metal',
    priceCents: 15850,
    available: 7,
    minOrder: 1,
    fitments: fits('Jeep', ['Grand Cherokee'], [1999, 2004], {
      displacementL: 4,
      cylinders: 6,
    }),
  },
  {
    partNumber: 'DL-FUE-9505',
    name: 'In-Line Fuel Filter, Quick-Connect, V8',
    about:
      'Aluminum canister with a 10 µm pleated element and 8 mm quick-connect ends; retaining clips are in the bag. Good to 6 bar. Relieve the rail pressure first, and wear the glasses.',
    brand: 'Octavane',
    category: 'Fuel',
    picture: 'fuel-filter',
    priceCents: 1690,
    available: 145,
    minOrder: 3,
    fitments: [...fits('Ford', ['F-150'], [1999, 2008]), ...fits('Ford', ['Mustang'], [1999, 2004])],
  },
  {
    partNumber: 'DL-FUE-9511',
    name: 'In-Line Fuel Filter, Small-Block V8',
    about:
      'Steel-ended aluminum body, 10 µm, with 3/8-inch quick-connect inlet and return port. Mounts on the left frame rail. Trucks from 2004 on filter in the tank and have no place for it, so mind the year.',
    brand: 'Octavane',
    category: 'Fuel',
    picture: 'fuel-filter-return',
    priceCents: 1825,
    available: 96,
    minOrder: 3,
    fitments: [
      ...fits('Chevrolet', ['Silverado 1500'], [1999, 2003]),
      ...fits('GMC', ['Sierra 1500'], [1999, 2003]),
    ],
  },
  {
    partNumber: 'DL-FUE-9520',
    name: 'In-Line Fuel Filter with Regulator, 3.5 Bar',
    about:
      'Filter and 3.5 bar pressure regulator in one canister, 10 µm element, 8 mm hose ends with new clamps. Due every 60,000 miles; a lean stumble at full throttle is the usual reminder.',
    brand: 'Octavane',
    category: 'Fuel',
    picture: 'fuel-filter-regulator',
    priceCents: 4980,
    available: 33,
    minOrder: 1,
    fitments: [
      ...fits('BMW', ['3 Series'], [2001, 2005], { displacementL: 2.5, cylinders: 6 }),
      ...fits('BMW', ['3 Series'], [2001, 2005], { displacementL: 3, cylinders: 6 }),
    ],
  },
]
