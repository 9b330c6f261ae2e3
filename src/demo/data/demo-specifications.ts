// Long because it is one table: the specifications of every demo part.

import type { SpecificationField } from '#domain/products/specification.ts'
import type { DemoCategory } from './demo-product.ts'

type Field = readonly [name: string, unit: string, type: SpecificationField['type']]

/** What the parts of each category are compared by, in order. */
export const demoFields: Readonly<Record<DemoCategory, readonly Field[]>> = {
  Brakes: [
    ['Material', '', 'text'],
    ['Diameter', 'mm', 'number'],
    ['Thickness', 'mm', 'number'],
    ['Minimum thickness', 'mm', 'number'],
    ['Bolt pattern', '', 'text'],
    ['Surface', '', 'text'],
    ['Position', '', 'text'],
    ['Wear sensor', '', 'text'],
    ['Pistons', '', 'text'],
    ['Shims', '', 'text'],
  ],
  Cooling: [
    ['Core size', 'mm', 'text'],
    ['Core thickness', 'mm', 'number'],
    ['Rows', '', 'number'],
    ['Core material', '', 'text'],
    ['Tank material', '', 'text'],
    ['Oil cooler', '', 'text'],
  ],
  Fuel: [
    ['Filtration', 'µm', 'number'],
    ['Inlet', '', 'text'],
    ['Housing', '', 'text'],
    ['Maximum pressure', 'bar', 'number'],
    ['Regulator', 'bar', 'number'],
  ],
  Drivetrain: [
    ['Disc diameter', 'mm', 'number'],
    ['Splines', '', 'number'],
    ['Disc facing', '', 'text'],
    ['Bolt pattern', '', 'text'],
    ['Wheel-speed sensor', '', 'text'],
    ['Position', '', 'text'],
    ['In the box', '', 'text'],
  ],
  Electrical: [
    ['Voltage', 'V', 'number'],
    ['Cold-cranking amps', 'A', 'number'],
    ['Capacity', 'Ah', 'number'],
    ['Group size', '', 'text'],
    ['Dimensions', 'mm', 'text'],
    ['Output', 'A', 'number'],
    ['Pulley grooves', '', 'number'],
    ['Type', '', 'text'],
  ],
  Lighting: [
    ['Side', '', 'text'],
    ['Low beam', '', 'text'],
    ['High beam', '', 'text'],
    ['Housing', '', 'text'],
    ['Bulbs included', '', 'text'],
  ],
  Engine: [
    ['Bore', 'mm', 'number'],
    ['Piston', '', 'text'],
    ['Rod', '', 'text'],
    ['Interval', 'miles', 'text'],
    ['Belt width', 'mm', 'number'],
    ['Belt teeth', '', 'number'],
    ['Tensioner', '', 'text'],
  ],
  Filters: [
    ['Thread', '', 'text'],
    ['Diameter', 'mm', 'number'],
    ['Height', 'mm', 'number'],
    ['Bypass pressure', 'psi', 'number'],
    ['Dimensions', 'mm', 'text'],
    ['Media', '', 'text'],
    ['Pack', '', 'text'],
  ],
  Ignition: [
    ['Electrode', '', 'text'],
    ['Gap', 'mm', 'number'],
    ['Thread', 'mm', 'number'],
    ['Reach', 'mm', 'number'],
    ['Hex', '', 'text'],
    ['Connector', '', 'text'],
    ['Mounting', '', 'text'],
    ['Per engine', '', 'text'],
  ],
  Suspension: [
    ['Position', '', 'text'],
    ['Assembly', '', 'text'],
    ['Damper', '', 'text'],
    ['Ride height', '', 'text'],
    ['Sold as', '', 'text'],
  ],
  Wheels: [
    ['Size', 'in.', 'text'],
    ['Bolt pattern', '', 'text'],
    ['Offset', 'mm', 'number'],
    ['Center bore', 'mm', 'number'],
    ['Tire', '', 'text'],
    ['Torque', 'Nm', 'number'],
  ],
}

/** The specifications of each part, by part number and name. */
export const demoSpecifications: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map<
  string,
  Readonly<Record<string, string>>
>(
  Object.entries({
    'DL-BRK-1042': {
      Material: 'Ceramic',
      Thickness: '16.8',
      Position: 'Front',
      Shims: 'Yes',
    },
    'DL-BRK-1051': {
      Material: 'Semi-metallic',
      Thickness: '18.5',
      Position: 'Front',
    },
    'DL-BRK-1063': {
      Material: 'Ceramic',
      Thickness: '17.3',
      Position: 'Front',
      'Wear sensor': 'Mechanical',
      Shims: 'Three-layer',
    },
    'DL-BRK-1070': {
      Material: 'Ceramic',
      Thickness: '19.7',
      Position: 'Front',
      'Wear sensor': 'Left inner pad',
    },
    'DL-BRK-1078': {
      Material: 'Semi-metallic',
      Thickness: '19',
      Position: 'Front',
    },
    'DL-BRK-1082': {
      Material: 'Ceramic',
      Thickness: '14.6',
      Position: 'Rear',
      'Wear sensor': 'Inner pad',
    },
    'DL-BRK-1086': {
      Material: 'Ceramic',
      Thickness: '15.2',
      Position: 'Rear',
      'Wear sensor': 'Lead included',
      Shims: 'Three-layer',
    },
    'DL-BRK-1090': {
      Material: 'Semi-metallic',
      Thickness: '15.8',
      Position: 'Rear',
      'Wear sensor': 'Single use',
    },
    'DL-BRK-1094': {
      Material: 'Semi-metallic',
      Thickness: '17.5',
      Position: 'Rear',
    },
    'DL-BRK-1098': {
      Material: 'Semi-metallic',
      Thickness: '19.2',
      Position: 'Front',
    },
    'DL-BRK-1110': {
      Diameter: '300',
      Thickness: '22',
      'Bolt pattern': '5 × 120',
      Surface: 'Drilled and slotted',
      Material: 'High-carbon gray iron',
      Position: 'Front',
    },
    'DL-BRK-1124': {
      Diameter: '288',
      Thickness: '25',
      'Minimum thickness': '22',
      'Bolt pattern': '5 × 112',
      Surface: 'Drilled and slotted',
      Position: 'Front',
    },
    'DL-BRK-1131': {
      Diameter: '282',
      Thickness: '25',
      'Bolt pattern': '5 × 114.3',
      Surface: 'Drilled and slotted',
      Position: 'Front',
    },
    'DL-BRK-1140': {
      Diameter: '316',
      Thickness: '30',
      'Minimum thickness': '28',
      'Bolt pattern': '5 × 114.3',
      Surface: 'Drilled and slotted',
      Position: 'Front',
    },
    'DL-BRK-1150': {
      Diameter: '280',
      Thickness: '25',
      'Minimum thickness': '23',
      Surface: 'Plain',
      Material: 'Gray iron',
      Position: 'Front',
    },
    'DL-BRK-1156': {
      Diameter: '296',
      Thickness: '28',
      'Minimum thickness': '26',
      Surface: 'Plain',
      Position: 'Front',
    },
    'DL-BRK-1162': {
      Diameter: '305',
      Thickness: '28',
      Surface: 'Slotted',
      Position: 'Front',
    },
    'DL-BRK-1168': {
      Diameter: '336',
      Thickness: '30',
      'Minimum thickness': '28.5',
      Surface: 'Slotted',
      Position: 'Front',
    },
    'DL-BRK-1210': {
      Material: 'Aluminum',
      Pistons: '2 × 43 mm',
      Surface: 'Red powder coat',
      Position: 'Front left',
    },
    'DL-BRK-1222': {
      Material: 'Cast iron',
      Pistons: '2 × 48 mm',
      Surface: 'Red powder coat',
      Position: 'Front right',
    },
    'DL-COL-5010': {
      'Core size': '470 × 726',
      'Core thickness': '26',
      Rows: '2',
      'Core material': 'Brazed aluminum',
      'Tank material': 'Glass-filled nylon',
      'Oil cooler': 'Transmission',
    },
    'DL-COL-5018': {
      'Core size': '400 × 736',
      'Core thickness': '16',
      Rows: '1',
      'Core material': 'Aluminum',
      'Tank material': 'Nylon',
      'Oil cooler': 'Transmission',
    },
    'DL-COL-5025': {
      'Core size': '400 × 700',
      'Core thickness': '16',
      'Core material': 'Brazed aluminum',
    },
    'DL-COL-5033': {
      'Core size': '500 × 600',
      'Core thickness': '32',
      Rows: '1',
      'Oil cooler': 'Yes',
    },
    'DL-FUE-9505': {
      Filtration: '10',
      Inlet: '8 mm quick-connect',
      Housing: 'Aluminum',
      'Maximum pressure': '6',
    },
    'DL-FUE-9511': {
      Filtration: '10',
      Inlet: '3/8 in. quick-connect',
      Housing: 'Aluminum, steel ends',
    },
    'DL-FUE-9520': {
      Filtration: '10',
      Inlet: '8 mm hose',
      Regulator: '3.5',
    },
    'DL-DRV-8006': {
      'Disc diameter': '212',
      Splines: '24',
      'Disc facing': 'Organic',
      'In the box': 'Plate, disc, bearing, tool',
    },
    'DL-DRV-8012': {
      'Disc diameter': '225',
      'Disc facing': 'Organic',
      'In the box': 'Cover, disc, bearing, tool',
    },
    'DL-DRV-8018': {
      'Disc diameter': '277',
      Splines: '10',
      'Disc facing': 'Kevlar',
      'In the box': 'Cover, disc, bearing, pilot bush',
    },
    'DL-DRV-8022': {
      'Disc diameter': '228',
      Splines: '28',
      'In the box': 'Cover, disc, bearing',
    },
    'DL-DRV-8040': {
      'Bolt pattern': '5 × 115',
      'Wheel-speed sensor': 'Built in',
      Position: 'Front',
    },
    'DL-DRV-8046': {
      'Bolt pattern': '5 × 127',
      Splines: '27',
      Position: 'Front',
    },
    'DL-ELE-7003': {
      Voltage: '12',
      'Cold-cranking amps': '650',
      Capacity: '60',
      'Group size': '35',
      Dimensions: '230 × 175 × 225',
      Type: 'AGM',
    },
    'DL-ELE-7008': {
      Voltage: '12',
      'Cold-cranking amps': '760',
      Capacity: '70',
      'Group size': '48 (H6)',
      Dimensions: '278 × 175 × 190',
      Type: 'AGM',
    },
    'DL-ELE-7020': {
      Output: '145',
      'Pulley grooves': '6',
      Voltage: '14.2',
      Type: 'Four-pin regulator',
    },
    'DL-ELE-7026': {
      Output: '80',
      'Pulley grooves': '7',
    },
    'DL-ELE-7031': {
      Output: '135',
      'Pulley grooves': '6',
      Type: 'Internal regulator',
    },
    'DL-LGT-8510': {
      Side: 'Left',
      'Low beam': 'H7',
      'High beam': 'H1',
      Housing: 'Smoked',
      'Bulbs included': 'Yes',
    },
    'DL-LGT-8516': {
      Side: 'Right',
      'Low beam': 'H11',
      'High beam': 'HB3',
      Housing: 'Smoked',
      'Bulbs included': 'Yes',
    },
    'DL-ENG-2010': {
      Interval: '105,000',
      Tensioner: 'Hydraulic',
    },
    'DL-ENG-2016': {
      'Belt teeth': '211',
      Tensioner: 'Included',
    },
    'DL-ENG-2023': {
      'Belt width': '25',
      Interval: '90,000',
      Tensioner: 'Hydraulic',
    },
    'DL-ENG-2040': {
      Bore: '96',
      Piston: 'Hypereutectic',
      Rod: 'Powder-forged',
    },
    'DL-ENG-2047': {
      Bore: '90.2',
      Piston: 'Forged 2618',
      Rod: 'H-beam',
    },
    'DL-FLT-4002': {
      Thread: 'M20 × 1.5',
      Diameter: '65',
      Height: '86',
      Media: 'Cellulose and glass fiber',
      Pack: 'Case of 12',
    },
    'DL-FLT-4006': {
      Thread: 'M22 × 1.5',
      Diameter: '93',
      Height: '130',
      'Bypass pressure': '16',
      Pack: 'Case of 12',
    },
    'DL-FLT-4009': {
      Thread: '13/16-16 UN',
      Diameter: '76',
      Height: '98',
      'Bypass pressure': '11',
      Pack: 'Case of 12',
    },
    'DL-FLT-4011': {
      Thread: 'M22 × 1.5',
      Diameter: '75',
      Height: '98',
      'Bypass pressure': '22',
      Pack: 'Case of 12',
    },
    'DL-FLT-4013': {
      Thread: '3/4-16 UNF',
      Diameter: '65',
      Height: '75',
      Pack: 'Box of 24',
    },
    'DL-FLT-4030': {
      Dimensions: '233 × 165 × 45',
      Media: 'Dry, pleated',
    },
    'DL-FLT-4034': {
      Dimensions: '286 × 241 × 68',
      Media: 'Deep-pleat, steel mesh',
    },
    'DL-FLT-4039': {
      Dimensions: '274 × 189 × 48',
      Media: 'Synthetic blend',
      Pack: 'Pair',
    },
    'DL-FLT-4041': {
      Dimensions: '240 × 168 × 52',
      Media: 'Dry, felt pre-layer',
      Pack: 'Pair',
    },
    'DL-FLT-4045': {
      Dimensions: '345 × 135 × 70',
    },
    'DL-IGN-3005': {
      Electrode: 'Iridium',
      Gap: '1.1',
      Thread: '14',
      Reach: '26.5',
      Hex: '16 mm',
      'Per engine': '4',
    },
    'DL-IGN-3009': {
      Electrode: 'Iridium, platinum ground',
      Gap: '1.1',
      Thread: '14',
      Reach: '19',
      Hex: '16 mm',
    },
    'DL-IGN-3014': {
      Electrode: 'Platinum',
      Gap: '1.1',
      'Per engine': '8',
    },
    'DL-IGN-3018': {
      Electrode: 'Double platinum',
      Gap: '1',
      Thread: '14',
      Hex: '5/8 in.',
      'Per engine': '8',
    },
    'DL-IGN-3021': {
      Electrode: 'Copper core, nickel',
      Gap: '0.9',
      Thread: '14',
      'Per engine': '6',
    },
    'DL-IGN-3030': {
      Mounting: 'Coil on plug',
      'Per engine': '4',
    },
    'DL-IGN-3038': {
      Mounting: 'Coil on plug, push-down',
      Connector: '4-pin',
      'Per engine': '4',
    },
    'DL-IGN-3044': {
      Mounting: 'Coil on plug',
      'Per engine': '6',
    },
    'DL-IGN-3052': {
      Mounting: 'Coil on plug, one M6 bolt',
      Connector: '3-pin',
      'Per engine': '4',
    },
    'DL-SUS-6004': {
      Position: 'Front',
      Assembly: 'Spring, mount, bump stop',
      Damper: 'Twin-tube gas',
      'Sold as': 'Pair',
    },
    'DL-SUS-6011': {
      Position: 'Front',
      Assembly: 'Spring, upper bearing',
      'Ride height': 'Stock, within 5 mm',
      'Sold as': 'Pair',
    },
    'DL-SUS-6019': {
      Position: 'Front',
      Assembly: 'Mount, spring seat, boot',
      Damper: 'Twin-tube gas',
      'Sold as': 'Pair',
    },
    'DL-SUS-6027': {
      Position: 'Front',
      Assembly: 'Complete',
      'Ride height': 'Stock',
      'Sold as': 'Pair',
    },
    'DL-SUS-6035': {
      Position: 'Front',
      Assembly: 'Spring, top mounts',
      Damper: 'Firm gas',
      'Ride height': '20 mm lower',
      'Sold as': 'Pair',
    },
    'DL-SUS-6041': {
      Position: 'Front',
      Assembly: 'Spring, mount, bump stop',
      'Sold as': 'Pair',
    },
    'DL-SUS-6047': {
      Position: 'Front',
      Assembly: 'Heavy spring',
      'Ride height': 'Stock, within 5 mm',
      'Sold as': 'Pair',
    },
    'DL-WHL-9004': {
      Size: '17 × 7',
      'Bolt pattern': '5 × 114.3',
      Offset: '45',
      'Center bore': '67.1',
      Tire: '215/50 R17 all-season',
    },
    'DL-WHL-9010': {
      Size: '17 × 8',
      'Bolt pattern': '5 × 120',
      Offset: '47',
      'Center bore': '72.6',
      Tire: '225/45 R17 summer',
      Torque: '120',
    },
  }),
)

/** The parts that are not new. */
export const demoConditions: ReadonlyMap<string, 'remanufactured'> = new Map([
  ['DL-BRK-1222', 'remanufactured'],
])

/** The store’s own earlier numbers, which these parts replace. */
export const demoOldNumbers: ReadonlyMap<string, string> = new Map([
  ['DL-BRK-1042', 'DL-BRK-0942, DL-BRK-0943'],
  ['DL-BRK-1063', 'DL-BRK-0963'],
  ['DL-BRK-1150', 'DL-BRK-0850'],
  ['DL-ELE-7020', 'DL-ELE-6120'],
  ['DL-FLT-4030', 'DL-FLT-3930'],
  ['DL-IGN-3005', 'DL-IGN-2905'],
  ['DL-SUS-6004', 'DL-SUS-5904'],
])

/**
 * A GTIN of the part: of the range that GS1 leaves to each store, so that it is no other company’s.
 * @param partNumber "DL-BRK-1042".
 */
export function demoGtin(partNumber: string): string {
  const [, category = '', number = ''] = partNumber.split('-')
  const letters = category.split('').map((letter) => String(letter.charCodeAt(0) % 10))
  const digits = `4000${letters.join('')}${number}`
  const sum = digits.split('').reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
