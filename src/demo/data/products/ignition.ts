import { fits } from '../demo-fitment.ts'
import type { DemoProduct } from '../demo-product.ts'

export const ignition: readonly DemoProduct[] = [
  {
    partNumber: 'DL-IGN-3005',
    name: 'Iridium Spark Plug, Long Reach, 1.8',
    about:
      'Laser-welded 0.6 mm iridium tip, gap set to 1.1 mm, 14 mm thread with 26.5 mm reach and a 16 mm hex. Good for 100,000 miles. One piece is one plug; the engine takes four.',
    brand: 'Halden',
    category: 'Ignition',
    picture: 'spark-plug-long',
    priceCents: 1120,
    available: 320,
    minOrder: 4,
    fitments: fits('Honda', ['Civic'], [2006, 2015], { displacementL: 1.8, cylinders: 4 }),
  },
  {
    partNumber: 'DL-IGN-3009',
    name: 'Iridium Spark Plug, 14 mm, 19 mm Reach',
    about:
      'Iridium center, platinum ground, 1.1 mm gap out of the box. 14 mm thread, 19 mm reach, 16 mm hex. Torque to 18 Nm on a cold engine, and leave the anti-seize on the shelf: the shell is plated for it.',
    brand: 'Halden',
    category: 'Ignition',
    picture: 'spark-plug',
    priceCents: 980,
    available: 410,
    minOrder: 4,
    fitments: [
      ...fits('Toyota', ['Camry'], [2002, 2009], { displacementL: 2.4, cylinders: 4 }),
      ...fits('Toyota', ['Corolla'], [2003, 2008], { displacementL: 1.8, cylinders: 4 }),
      ...fits('Toyota', ['RAV4'], [2004, 2008], { displacementL: 2.4, cylinders: 4 }),
      ...fits('Subaru', ['Forester'], [2000, 2010], { displacementL: 2.5, cylinders: 4 }),
    ],
  },
  {
    partNumber: 'DL-IGN-3014',
    name: 'One-Piece Spark Plug, Three-Valve V8',
    about:
      'Solid one-piece shell for the 4.6 and 5.4 three-valve V8, in place of the two-piece original that likes to leave its lower half in the head. Platinum tip, 1.1 mm gap. Warm the engine, soak the old plugs, take your time; then fit these cold at 34 Nm.',
    brand: 'Halden',
    category: 'Ignition',
    picture: 'spark-plug-one-piece',
    priceCents: 1340,
    available: 192,
    minOrder: 8,
    fitments: [
      ...fits('Ford', ['F-150'], [2004, 2008], {
        displacementL: 5.4,
        cylinders: 8,
      }),
      ...fits('Ford', ['Mustang'], [2005, 2007], { displacementL: 4.6, cylinders: 8 }),
    ],
  },
  {
    partNumber: 'DL-IGN-3018',
    name: 'Double-Platinum Spark Plug, Small-Block V8',
    about:
      'Platinum on both electrodes for a waste-free 100,000 miles, 1.0 mm gap, 14 mm tapered seat, 5/8-inch hex. No washer and no anti-seize: snug it down to 15 Nm and stop. Eight to an engine, eight to an order.',
    brand: 'Halden',
    category: 'Ignition',
    picture: 'spark-plug-star',
    priceCents: 745,
    available: 256,
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
    partNumber: 'DL-IGN-3021',
    name: 'Copper-Core Spark Plug, Shop Tray',
    about:
      'The plain resistor plug the 4.0 straight six was designed around: copper core, nickel electrode, 0.9 mm gap, 14 mm thread. Change every 30,000 miles. Sold by the tray of 50 for shops, at a price per plug that makes sense of it.',
    brand: 'Halden',
    category: 'Ignition',
    picture: 'spark-plug-tray',
    priceCents: 195,
    available: 1200,
    minOrder: 50,
    fitments: [
      ...fits('Jeep', ['Cherokee'], [1991, 1999], { displacementL: 4, cylinders: 6 }),
      ...fits('Jeep', ['Wrangler'], [1991, 1995], { displacementL: 4, cylinders: 6 }),
      ...fits('Jeep', ['Grand Cherokee'], [1993, 1998], {
        displacementL: 4,
        cylinders: 6,
      }),
    ],
  },
  {
    partNumber: 'DL-IGN-3030',
    name: 'Coil-on-Plug Ignition Coil, 1.8 and 2.4',
    about:
      'Pencil coil with a glass-filled housing, silicone boot and gold-flashed terminals; primary resistance 0.6 ohm. One coil serves one cylinder. If one has failed at 100,000 miles its three neighbors are the same age.',
    brand: 'Halden',
    category: 'Ignition',
    picture: 'ignition-coil',
    priceCents: 3480,
    available: 118,
    minOrder: 1,
    fitments: [
      ...fits('Honda', ['Civic'], [2006, 2011], { displacementL: 1.8, cylinders: 4 }),
      ...fits('Honda', ['Accord'], [2003, 2012], { displacementL: 2.4, cylinders: 4 }),
      ...fits('Honda', ['CR-V'], [2002, 2009], { displacementL: 2.4, cylinders: 4 }),
    ],
  },
  {
    partNumber: 'DL-IGN-3038',
    name: 'Coil-on-Plug Ignition Coil, 1.8 Turbo',
    about:
      'Push-down coil with the later bolt-free seal, four-pin connector and an uprated driver stage. Sold in fours because a mixed set runs unevenly under boost. Unplug the battery before you start; the harness clips are brittle by now.',
    brand: 'Halden',
    category: 'Ignition',
    picture: 'ignition-coil-push',
    priceCents: 2890,
    available: 76,
    minOrder: 4,
    fitments: [
      ...fits('Volkswagen', ['Jetta'], [2002, 2005], { displacementL: 1.8, cylinders: 4 }),
      ...fits('Volkswagen', ['GTI'], [2002, 2005], { displacementL: 1.8, cylinders: 4 }),
      ...fits('Audi', ['A4'], [2002, 2005], { displacementL: 1.8, cylinders: 4 }),
    ],
  },
  {
    partNumber: 'DL-IGN-3044',
    name: 'Coil-on-Plug Ignition Coil, Straight Six',
    about:
      'Individual coil with ground strap and molded boot for the 2.5 and 3.0 straight six. Tested to 45 kV. Sold by the six: one per cylinder, one engine per order.',
    brand: 'Halden',
    category: 'Ignition',
    picture: 'ignition-coil-six',
    priceCents: 3150,
    available: 54,
    minOrder: 6,
    fitments: [
      ...fits('BMW', ['3 Series'], [2001, 2005], { displacementL: 2.5, cylinders: 6 }),
      ...fits('BMW', ['3 Series'], [2001, 2005], { displacementL: 3, cylinders: 6 }),
    ],
  },
  {
    partNumber: 'DL-IGN-3052',
    name: 'Coil-on-Plug Ignition Coil, 2.5 Four',
    about:
      'Direct replacement coil for the 2.5 four-cylinder, with a moisture seal at the plug well where the originals let water in. Three-pin connector, single M6 bolt. One piece is one coil.',
    brand: 'Voltaine',
    category: 'Ignition',
    picture: 'ignition-coil-block',
    priceCents: 2760,
    available: 88,
    minOrder: 2,
    fitments: [
      ...fits('Nissan', ['Altima'], [2002, 2006], { displacementL: 2.5, cylinders: 4 }),
      ...fits('Nissan', ['Sentra'], [2002, 2006], { displacementL: 2.5, cylinders: 4 }),
    ],
  },
]
