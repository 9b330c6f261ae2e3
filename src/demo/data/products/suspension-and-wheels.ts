import { compacts, crossovers } from '../car-classes.ts'
import { fits } from '../demo-fitment.ts'
import type { DemoProduct } from '../demo-product.ts'

export const suspensionAndWheels: readonly DemoProduct[] = [
  {
    partNumber: 'DL-SUS-6004',
    name: 'Complete Strut, Front, Compact',
    about:
      'Assembled strut with spring, mount and bump stop, so no spring compressor is needed. Twin-tube gas damper with a 22 mm hard-chromed rod. Sold by the pair, left and right; have the alignment checked after 100 miles.',
    brand: 'Corvane',
    category: 'Suspension',
    picture: 'strut-black',
    priceCents: 11900,
    available: 28,
    minOrder: 2,
    fitments: fits('Honda', ['Civic'], [2006, 2011]),
  },
  {
    partNumber: 'DL-SUS-6011',
    name: 'Complete Strut, Front, Mid-Size Sedan',
    about:
      'Ready-to-fit strut with a powder-coated spring at the original rate and a sealed upper bearing. Restores the stock ride height within 5 mm. Sold by the pair.',
    brand: 'Corvane',
    category: 'Suspension',
    picture: 'strut-grey',
    priceCents: 12650,
    available: 24,
    minOrder: 2,
    fitments: [
      ...fits('Toyota', ['Camry'], [2007, 2011], { displacementL: 3.5, cylinders: 6 }),
      ...fits('Toyota', ['Camry'], [2007, 2009], { displacementL: 2.4, cylinders: 4 }),
      ...fits('Toyota', ['Camry'], [2010, 2011], { displacementL: 2.5, cylinders: 4 }),
    ],
  },
  {
    partNumber: 'DL-SUS-6019',
    name: 'Complete Strut, Front, 2.5 Sedan',
    about:
      'Gas-charged twin-tube strut with mount, spring seat and boot. The rod seal is rated to −40 °F, about the cold morning the old one started to weep. Sold by the pair.',
    brand: 'Corvane',
    category: 'Suspension',
    picture: 'strut-blue',
    priceCents: 10950,
    available: 20,
    minOrder: 2,
    fitments: fits('Nissan', ['Altima'], [2002, 2006]),
  },
  {
    partNumber: 'DL-SUS-6027',
    name: 'Complete Strut, Front, All-Wheel Drive',
    about:
      'Complete strut for the all-wheel-drive wagon, valved for its extra weight and ground clearance. Camber bolt holes match the original, so the alignment survives if you mark them first. Sold by the pair.',
    brand: 'Corvane',
    category: 'Suspension',
    picture: 'strut-green',
    priceCents: 13400,
    available: 12,
    minOrder: 2,
    fitments: fits('Subaru', ['Forester'], [2003, 2008]),
  },
  {
    partNumber: 'DL-SUS-6035',
    name: 'Sport Strut, Front, 20 mm Lower',
    about:
      'Red spring, firmer gas damper, 20 mm lower than stock and still within the travel of the original bump stop. Comes with new top mounts. Sold by the pair; fit it with the matching rear set or the car will nod.',
    brand: 'Corvane',
    category: 'Suspension',
    picture: 'strut',
    priceCents: 14900,
    available: 10,
    minOrder: 2,
    fitments: fits('Mazda', ['3'], [2004, 2009]),
  },
  {
    partNumber: 'DL-WHL-9004',
    name: 'Alloy Wheel with Tire, 17 × 7, 5 × 114.3',
    about:
      'Split five-spoke cast alloy, 17 × 7 inches, offset 45 mm, center bore 67.1 mm with hub rings for 66.1, 64.1 and 60.1, and a 215/50 R17 all-season tire fitted and balanced. Sold in pairs, because one new tire on an axle is a bad idea.',
    brand: 'Rundle',
    category: 'Wheels',
    picture: 'alloy-wheel',
    priceCents: 26900,
    available: 18,
    minOrder: 2,
    fitments: [
      ...fits('Honda', ['Accord'], [2008, 2012]),
      ...fits('Mazda', ['3'], [2004, 2018]),
      ...fits('Nissan', ['Altima'], [2007, 2018]),
      ...fits('Toyota', ['Camry'], [2007, 2017]),
    ],
  },
  {
    partNumber: 'DL-WHL-9010',
    name: 'Alloy Wheel with Tire, 17 × 8, 5 × 120',
    about:
      'Split five-spoke cast alloy, 17 × 8 inches, offset 47 mm, center bore 72.6 mm, with a 225/45 R17 summer tire. Clears the 300 mm front brake. Comes in fours, torque 120 Nm, and again after 50 miles.',
    brand: 'Rundle',
    category: 'Wheels',
    picture: 'alloy-wheel-dark',
    priceCents: 31500,
    available: 12,
    minOrder: 4,
    fitments: [
      ...fits('BMW', ['3 Series'], [2001, 2005], { displacementL: 2.5, cylinders: 6 }),
      ...fits('BMW', ['3 Series'], [2001, 2005], { displacementL: 3, cylinders: 6 }),
    ],
  },
  {
    partNumber: 'DL-SUS-6041',
    name: 'Complete Strut, Front, Compact Hatch and Sedan',
    about:
      'Assembled strut with spring, mount and bump stop for compacts of the last ten years. No spring compressor is needed. Sold by the pair, left and right.',
    brand: 'Corvane',
    category: 'Suspension',
    picture: 'strut-yellow',
    priceCents: 12400,
    available: 32,
    minOrder: 2,
    fitments: compacts,
  },
  {
    partNumber: 'DL-SUS-6047',
    name: 'Complete Strut, Front, Crossover',
    about:
      'Ready-to-fit strut with a heavier spring for wagons, vans and crossovers. Restores the stock ride height within 5 mm. Sold by the pair.',
    brand: 'Corvane',
    category: 'Suspension',
    picture: 'strut-heavy',
    priceCents: 13900,
    available: 30,
    minOrder: 2,
    fitments: crossovers,
  },
]
