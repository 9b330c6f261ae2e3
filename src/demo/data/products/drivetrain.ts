import { fits } from '../demo-fitment.ts'
import type { DemoProduct } from '../demo-product.ts'

export const drivetrain: readonly DemoProduct[] = [
  {
    partNumber: 'DL-DRV-8006',
    name: 'Clutch Kit, 212 mm, 1.8 Compact',
    about:
      'Pressure plate, sprung organic disc (212 mm, 24 splines), release bearing and alignment tool. Pedal weight stays as the factory set it. Resurface or replace the flywheel, or the new disc will judder like the old one.',
    brand: 'Axlebury',
    category: 'Drivetrain',
    picture: 'clutch-kit',
    priceCents: 17400,
    available: 12,
    unit: 'kit',
    minOrder: 1,
    fitments: fits('Honda', ['Civic'], [2006, 2011], { displacementL: 1.8, cylinders: 4 }),
  },
  {
    partNumber: 'DL-DRV-8012',
    name: 'Clutch Kit, 225 mm, 2.0 Roadster',
    about:
      'Lightened cover, organic disc and release bearing for the 2.0 roadster, with 15 % more clamp load than stock. Holds 220 Nm without turning the pedal into a gym machine. Alignment tool and grease included.',
    brand: 'Axlebury',
    category: 'Drivetrain',
    picture: 'clutch-kit-red',
    priceCents: 21900,
    available: 9,
    unit: 'kit',
    minOrder: 1,
    fitments: fits('Mazda', ['MX-5 Miata'], [2006, 2015]),
  },
  {
    partNumber: 'DL-DRV-8018',
    name: 'Clutch Kit, 277 mm, 3.8 V6 Off-Road',
    about:
      'Kevlar-faced disc and high-clamp cover for crawling with big tires: 277 mm, 10 splines, bearing and pilot bush included. Needs 500 easy miles to bed in. Not a kit for people who ride the pedal.',
    brand: 'Axlebury',
    category: 'Drivetrain',
    picture: 'clutch-kit-kevlar',
    priceCents: 28700,
    available: 6,
    unit: 'kit',
    minOrder: 1,
    fitments: [
      {
        make: 'Jeep',
        model: 'Wrangler',
        variant: '4WD',
        yearFrom: 2007,
        yearTo: 2011,
        engine: { displacementL: 3.8, cylinders: 6 },
      },
    ],
  },
  {
    partNumber: 'DL-DRV-8022',
    name: 'Clutch Kit, 228 mm, 2.5 Five-Cylinder',
    about:
      'Cover, sprung disc and release bearing for the five-speed car, 228 mm, 28 splines. Made for the dual-mass flywheel you already have; check it for play before the transmission goes back in.',
    brand: 'Axlebury',
    category: 'Drivetrain',
    picture: 'clutch-kit-flat',
    priceCents: 22800,
    available: 7,
    unit: 'kit',
    minOrder: 1,
    fitments: [
      ...fits('Volkswagen', ['Jetta'], [2006, 2013], { displacementL: 2.5, cylinders: 5 }),
      ...fits('Volkswagen', ['Golf'], [2010, 2014], { displacementL: 2.5, cylinders: 5 }),
    ],
  },
  {
    partNumber: 'DL-DRV-8040',
    name: 'Wheel Hub and Bearing, Front, 5-Stud',
    about:
      'Sealed Gen 3 hub with pressed studs, 5 × 115 pattern and integrated wheel-speed sensor. Bearings are preloaded at the factory: three bolts, one axle nut, no press. Tighten the nut with the wheel on the ground.',
    brand: 'Axlebury',
    category: 'Drivetrain',
    picture: 'wheel-hub',
    priceCents: 8450,
    available: 46,
    minOrder: 2,
    fitments: fits('Chevrolet', ['Impala'], [2000, 2011]),
  },
  {
    partNumber: 'DL-DRV-8046',
    name: 'Wheel Hub and Bearing, Front, Four-Wheel Drive',
    about:
      'Bolt-on hub for the driven front axle: 5 × 127 studs, 27 splines, forged flange. A growl that changes when you swerve gently at 40 mph is the symptom it cures. Priced per side.',
    brand: 'Axlebury',
    category: 'Drivetrain',
    picture: 'wheel-hub-4x4',
    priceCents: 9200,
    available: 22,
    minOrder: 1,
    fitments: [{ make: 'Jeep', model: 'Grand Cherokee', variant: '4WD', yearFrom: 1999, yearTo: 2004 }],
  },
]
