import { fits } from '../demo-fitment.ts'
import type { DemoProduct } from '../demo-product.ts'

export const electricalAndLighting: readonly DemoProduct[] = [
  {
    partNumber: 'DL-ELE-7003',
    name: 'AGM Battery, Group 35, 650 CCA',
    about:
      'Absorbed-glass-mat battery, 12 V, 60 Ah, 650 cold-cranking amps, 230 × 175 × 225 mm. Sealed, so it can be shipped and stored upright without fuss. Three-year exchange; we take the old one back for the lead.',
    brand: 'Voltaine',
    category: 'Electrical',
    picture: 'car-battery',
    priceCents: 18900,
    available: 40,
    minOrder: 1,
    fitments: [
      ...fits('Toyota', ['Corolla'], [2003, 2013], { displacementL: 1.8, cylinders: 4 }),
      ...fits('Toyota', ['Camry'], [2007, 2009], { displacementL: 2.4, cylinders: 4 }),
      ...fits('Nissan', ['Altima'], [2002, 2012], { displacementL: 2.5, cylinders: 4 }),
      ...fits('Subaru', ['Forester', 'Impreza'], [2003, 2011], { displacementL: 2.5, cylinders: 4 }),
      ...fits('Mazda', ['3'], [2004, 2013], { displacementL: 2, cylinders: 4 }),
    ],
  },
  {
    partNumber: 'DL-ELE-7008',
    name: 'AGM Battery, Group 48 (H6), 760 CCA',
    about:
      'Absorbed-glass-mat battery, 12 V, 70 Ah, 760 cold-cranking amps, 278 × 175 × 190 mm, with a vent tube for mounting in the trunk. On cars with a battery sensor, register the new one or the charging stays set for the old.',
    brand: 'Voltaine',
    category: 'Electrical',
    picture: 'car-battery-long',
    priceCents: 21450,
    available: 31,
    minOrder: 1,
    fitments: [
      ...fits('BMW', ['3 Series'], [2001, 2005]),
      ...fits('BMW', ['3 Series'], [2007, 2011], { displacementL: 3, cylinders: 6 }),
      ...fits('Volkswagen', ['Jetta'], [2006, 2013], { displacementL: 2.5, cylinders: 5 }),
      ...fits('Volkswagen', ['Golf'], [2010, 2014], { displacementL: 2.5, cylinders: 5 }),
      {
        make: 'Ford',
        model: 'Fusion',
        variant: 'FWD',
        yearFrom: 2010,
        yearTo: 2014,
        engine: { displacementL: 2.5, cylinders: 4 },
      },
    ],
  },
  {
    partNumber: 'DL-ELE-7020',
    name: 'Alternator, 145 A, Small-Block V8',
    about:
      'All-new alternator, not remanufactured: 145 A at 14.2 V, six-groove pulley, four-pin regulator. Output curve from our test bench is in the box. If the belt has more miles than the last alternator, replace it too.',
    brand: 'Voltaine',
    category: 'Electrical',
    picture: 'alternator',
    priceCents: 19800,
    available: 13,
    minOrder: 1,
    fitments: [
      ...fits('Chevrolet', ['Silverado 1500'], [1999, 2004], {
        displacementL: 5.3,
        cylinders: 8,
      }),
      ...fits('GMC', ['Sierra 1500'], [1999, 2004], {
        displacementL: 5.3,
        cylinders: 8,
      }),
    ],
  },
  {
    partNumber: 'DL-ELE-7026',
    name: 'Alternator, 80 A, 1.8 Compact',
    about:
      'New 80 A alternator with a seven-groove pulley, copper windings and sealed bearings. Bolts up to the original bracket without shims. Disconnect the battery first: the charging cable is always live.',
    brand: 'Voltaine',
    category: 'Electrical',
    picture: 'alternator-side',
    priceCents: 16900,
    available: 15,
    minOrder: 1,
    fitments: fits('Honda', ['Civic'], [2006, 2011], { displacementL: 1.8, cylinders: 4 }),
  },
  {
    partNumber: 'DL-ELE-7031',
    name: 'Alternator, 135 A, 5.4 Three-Valve',
    about:
      'New 135 A alternator for the 5.4 three-valve, six-groove pulley, internal regulator. Enough for plow lights and a winch without a second battery. Two are left from this delivery.',
    brand: 'Voltaine',
    category: 'Electrical',
    picture: 'alternator-black',
    priceCents: 22300,
    available: 2,
    minOrder: 1,
    fitments: fits('Ford', ['F-150'], [2004, 2008], {
      displacementL: 5.4,
      cylinders: 8,
    }),
  },
  {
    partNumber: 'DL-LGT-8510',
    name: 'Projector Headlight, Left, Smoked Housing',
    about:
      'Twin-projector headlight with a black inner housing and hard-coated polycarbonate lens. H7 low beam, H1 high beam and an amber indicator; bulbs included. Aims with the original screws. This is the left side, seen from the driver’s seat.',
    brand: 'Lumenar',
    category: 'Lighting',
    picture: 'headlight',
    priceCents: 15600,
    available: 8,
    minOrder: 1,
    fitments: fits('Mazda', ['3'], [2004, 2009]),
  },
  {
    partNumber: 'DL-LGT-8516',
    name: 'Projector Headlight, Right, Smoked Housing',
    about:
      'Twin-projector unit with an anti-fog vent and a UV-stable lens that will not yellow in three summers. H11 low beam, HB3 high beam, bulbs included. Right side only; a pair needs both part numbers.',
    brand: 'Lumenar',
    category: 'Lighting',
    picture: 'headlight-right',
    priceCents: 13900,
    available: 6,
    minOrder: 1,
    fitments: fits('Toyota', ['Corolla'], [2009, 2010]),
  },
]
