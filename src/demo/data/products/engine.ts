import { fits } from '../demo-fitment.ts'
import type { DemoProduct } from '../demo-product.ts'

export const engine: readonly DemoProduct[] = [
  {
    partNumber: 'DL-ENG-2010',
    name: 'Timing Belt Kit, 3.0 V6',
    about:
      'HNBR belt with glass-fiber cord, hydraulic-tensioner pulley and idler: everything that turns at the same time and wears at the same time. Interval is 105,000 miles or seven years. This is an interference engine, so a belt that lets go takes the valves with it.',
    brand: 'Pike & Marlow',
    category: 'Engine',
    picture: 'timing-belt',
    priceCents: 16800,
    available: 21,
    unit: 'kit',
    minOrder: 1,
    fitments: fits('Honda', ['Accord'], [1998, 2007], { displacementL: 3, cylinders: 6 }),
  },
  {
    partNumber: 'DL-ENG-2016',
    name: 'Timing Belt Kit, 2.5 Boxer',
    about:
      'Belt, tensioner and cogged idler for the single-cam flat four, 211 teeth. The belt is marked at both cams and the crank, which turns the fiddly half of the job into ten minutes. Change the water pump while you are in there.',
    brand: 'Pike & Marlow',
    category: 'Engine',
    picture: 'timing-belt-boxer',
    priceCents: 18450,
    available: 17,
    unit: 'kit',
    minOrder: 1,
    fitments: [
      ...fits('Subaru', ['Forester'], [2000, 2010], { displacementL: 2.5, cylinders: 4 }),
      ...fits('Subaru', ['Impreza'], [2002, 2011], { displacementL: 2.5, cylinders: 4 }),
    ],
  },
  {
    partNumber: 'DL-ENG-2023',
    name: 'Timing Belt Kit, 3.0 Transverse V6',
    about:
      'Belt with two idlers and the hydraulic tensioner, made to the original 25 mm width. Due every 90,000 miles; write the date on the cover with a paint pen and the next person will thank you.',
    brand: 'Pike & Marlow',
    category: 'Engine',
    picture: 'timing-belt-hydraulic',
    priceCents: 15200,
    available: 12,
    unit: 'kit',
    minOrder: 1,
    fitments: [
      ...fits('Toyota', ['Camry'], [1997, 2006], { displacementL: 3, cylinders: 6 }),
      ...fits('Toyota', ['Camry Solara'], [1999, 2003], { displacementL: 3, cylinders: 6 }),
    ],
  },
  {
    partNumber: 'DL-ENG-2040',
    name: 'Piston and Rod Assembly, 5.3 V8, 96.0 mm',
    about:
      'Hypereutectic piston on a powder-forged rod, balanced as a set of eight within 2 g, with moly-faced rings and pin fitted. Standard 96.00 mm bore; measure before you order, because a worn cylinder needs the oversize. Priced per cylinder, sold by the engine.',
    brand: 'Pike & Marlow',
    category: 'Engine',
    picture: 'piston',
    priceCents: 7350,
    available: 64,
    minOrder: 8,
    fitments: [
      ...fits('Chevrolet', ['Silverado 1500'], [1999, 2006], {
        displacementL: 5.3,
        cylinders: 8,
      }),
      ...fits('GMC', ['Sierra 1500'], [1999, 2006], {
        displacementL: 5.3,
        cylinders: 8,
      }),
    ],
  },
  {
    partNumber: 'DL-ENG-2047',
    name: 'Forged Piston and Rod Assembly, 4.6 V8, 90.2 mm',
    about:
      'Forged 2618 piston with an H-beam rod for engines that see boost, standard 90.20 mm bore. Weight matched in eights at the factory, which is why we do not break a set. The next batch is on the water.',
    brand: 'Pike & Marlow',
    category: 'Engine',
    picture: 'piston-forged',
    priceCents: 14200,
    available: 5,
    minOrder: 8,
    fitments: [
      ...fits('Ford', ['Mustang'], [1996, 2004], { displacementL: 4.6, cylinders: 8 }),
      ...fits('Ford', ['F-150'], [1997, 2003], {
        displacementL: 4.6,
        cylinders: 8,
      }),
    ],
  },
]
