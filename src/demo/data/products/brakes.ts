import { fits } from '../demo-fitment.ts'
import type { DemoProduct } from '../demo-product.ts'

/** Pads, rotors and calipers. */
export const brakes: readonly DemoProduct[] = [
  {
    partNumber: 'DL-BRK-1042',
    name: 'Ceramic Brake Pads, Front, Compact',
    about:
      'Low-dust ceramic compound on a shimmed, chamfered backing plate, 16.8 mm thick when new. One piece is a full axle set of four pads with clips and a sachet of guide grease. Bed in with ten gentle stops from 60 km/h before you lean on them.',
    brand: 'Gripstone',
    category: 'Brakes',
    picture: 'brake-pads',
    priceCents: 3890,
    available: 84,
    minOrder: 1,
    fitments: [
      ...fits('Honda', ['Civic'], [2006, 2011], { displacementL: 1.8, cylinders: 4 }),
      ...fits('Honda', ['Fit'], [2009, 2013]),
    ],
  },
  {
    partNumber: 'DL-BRK-1051',
    name: 'Severe-Duty Brake Pads, Front, Truck',
    about:
      'Semi-metallic pads for trucks that tow: steel-fibre compound, 18.5 mm thick, rated to 450 °C without fade. One piece is an axle set with stainless abutment clips. They bite harder when cold than ceramic and leave more dust; that is the trade.',
    brand: 'Ironvale',
    category: 'Brakes',
    picture: 'brake-pads',
    priceCents: 5450,
    available: 62,
    minOrder: 2,
    fitments: fits('Ford', ['F-150'], [2004, 2008]),
  },
  {
    partNumber: 'DL-BRK-1063',
    name: 'Ceramic Brake Pads, Front, Mid-Size Sedan',
    about:
      'Ceramic pads with a three-layer shim that keeps the brakes quiet in town traffic. 17.3 mm thick, with a mechanical wear indicator on the inner pad. One piece is an axle set of four; the hardware kit is in the box.',
    brand: 'Gripstone',
    category: 'Brakes',
    picture: 'brake-pads',
    priceCents: 4275,
    available: 97,
    minOrder: 1,
    fitments: fits('Toyota', ['Camry'], [2007, 2011]),
  },
  {
    partNumber: 'DL-BRK-1070',
    name: 'Ceramic Brake Pads, Front, 288 mm Brake',
    about:
      'Ceramic pads for the 288 mm front brake, 19.7 mm thick with backing plate, wear sensor on the left inner pad. One piece is an axle set with bolts; the bolts are single-use and included for that reason.',
    brand: 'Gripstone',
    category: 'Brakes',
    picture: 'brake-pads',
    priceCents: 4690,
    available: 58,
    minOrder: 1,
    fitments: [
      ...fits('Volkswagen', ['Jetta'], [2006, 2013], { displacementL: 2.5, cylinders: 5 }),
      ...fits('Volkswagen', ['Golf'], [2010, 2014], { displacementL: 2.5, cylinders: 5 }),
    ],
  },
  {
    partNumber: 'DL-BRK-1078',
    name: 'Fleet Brake Pads, Front, Half-Ton Pickup',
    about:
      'Hard-wearing semi-metallic pads for work trucks, 19 mm thick with a riveted backing plate. Sold to fleets and workshops, so the minimum is four axle sets. Replace rotors thinner than 28.5 mm in the same visit.',
    brand: 'Ironvale',
    category: 'Brakes',
    picture: 'brake-pads',
    priceCents: 3695,
    available: 140,
    minOrder: 4,
    fitments: [
      ...fits('Chevrolet', ['Silverado 1500'], [1999, 2006]),
      ...fits('GMC', ['Sierra 1500'], [1999, 2006]),
    ],
  },
  {
    partNumber: 'DL-BRK-1110',
    name: 'Drilled and Slotted Rotor, 300 mm, 5 × 120',
    about:
      'Vented front rotor in high-carbon grey iron, 300 mm across and 22 mm thick, drilled and slotted in mirrored pairs. The hat and edges carry a zinc coating against rust. Fit both sides together and clean the hub face to bright metal first.',
    brand: 'Ironvale',
    category: 'Brakes',
    picture: 'brake-rotor',
    priceCents: 8990,
    available: 26,
    minOrder: 2,
    fitments: [
      ...fits('BMW', ['3 Series'], [2001, 2005], { displacementL: 2.5, cylinders: 6 }),
      ...fits('BMW', ['3 Series'], [2000, 2000], { displacementL: 2.5, cylinders: 6 }),
    ],
  },
  {
    partNumber: 'DL-BRK-1124',
    name: 'Drilled and Slotted Rotor, 288 mm, 5 × 112',
    about:
      'Vented front rotor, 288 mm across, 25 mm thick, minimum 22 mm. Balanced to 50 g·cm and delivered oil-free, so it goes on straight from the box. Check the diameter on your car: some trims carry 280 or 312 mm instead.',
    brand: 'Ironvale',
    category: 'Brakes',
    picture: 'brake-rotor',
    priceCents: 6450,
    available: 38,
    minOrder: 2,
    fitments: [
      ...fits('Volkswagen', ['Jetta'], [2006, 2013], { displacementL: 2.5, cylinders: 5 }),
      ...fits('Volkswagen', ['Golf'], [2010, 2014], { displacementL: 2.5, cylinders: 5 }),
    ],
  },
  {
    partNumber: 'DL-BRK-1131',
    name: 'Drilled and Slotted Rotor, 282 mm, 5 × 114.3',
    about:
      'Vented front rotor for four-cylinder sedans, 282 mm by 25 mm, with a 64 mm centre bore. The slots sweep water and pad dust off the face; wet braking is where you notice it. Sold singly, needed in pairs.',
    brand: 'Gripstone',
    category: 'Brakes',
    picture: 'brake-rotor',
    priceCents: 5790,
    available: 44,
    minOrder: 2,
    fitments: fits('Honda', ['Accord'], [2008, 2012], { displacementL: 2.4, cylinders: 4 }),
  },
  {
    partNumber: 'DL-BRK-1140',
    name: 'Drilled and Slotted Rotor, 316 mm, 5 × 114.3',
    about:
      'Vented front rotor for the V8 coupe, 316 mm by 30 mm, minimum 28 mm, zinc-coated hat. The holes are chamfered so that cracks have no corner to start from. Sold singly, needed in pairs.',
    brand: 'Ironvale',
    category: 'Brakes',
    picture: 'brake-rotor',
    priceCents: 7950,
    available: 19,
    minOrder: 2,
    fitments: fits('Ford', ['Mustang'], [2005, 2010], { displacementL: 4.6, cylinders: 8 }),
  },
  {
    partNumber: 'DL-BRK-1210',
    name: 'Two-Piston Caliper, Front Left, Red',
    about:
      'New casting, not a rebuilt core: aluminium body, two 43 mm phenolic pistons, high-temperature seals and red powder coat. Comes with a bleeder, banjo washers and greased slide pins. The right-hand caliper has its own part number, so nothing gets mixed up on the bench.',
    brand: 'Ironvale',
    category: 'Brakes',
    picture: 'brake-caliper',
    priceCents: 18900,
    available: 9,
    minOrder: 1,
    fitments: fits('Ford', ['Mustang'], [2005, 2010], { displacementL: 4.6, cylinders: 8 }),
  },
  {
    partNumber: 'DL-BRK-1222',
    name: 'Two-Piston Caliper, Front Right, Red',
    about:
      'Cast-iron floating caliper with twin 48 mm pistons, powder coated and pressure tested at 100 bar. Uses the stock bracket and hose. Bleed the whole system afterwards; the fluid in an old caliper has usually seen better days.',
    brand: 'Gripstone',
    category: 'Brakes',
    picture: 'brake-caliper',
    priceCents: 14650,
    available: 3,
    minOrder: 1,
    fitments: fits('Jeep', ['Grand Cherokee'], [1999, 2004]),
  },
]
