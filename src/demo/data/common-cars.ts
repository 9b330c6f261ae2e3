import { yearRanges, yearsOf } from '#domain/imports/aces/year-ranges.ts'
import { compacts, sedans } from './car-classes.ts'
import { commonCarChoices } from './common-car-choices.ts'
import { type DemoFitment, fits, toFitment } from './demo-fitment.ts'

const four = (displacementL: number) => ({ displacementL, cylinders: 4 })
const six = (displacementL: number) => ({ displacementL, cylinders: 6 })
const eight = (displacementL: number) => ({ displacementL, cylinders: 8 })
const stating = (details: Partial<DemoFitment>, lines: readonly DemoFitment[]) =>
  lines.map((line) => ({ ...line, ...details }))

const largerBattery = { note: 'Larger than the battery of the factory: change the hold-down too' }

/**
 * What the parts fit besides the cars that their own files name, so that the cars that most people have find
 * something. By part number.
 */
export const commonCarFits: ReadonlyMap<string, readonly DemoFitment[]> = new Map(
  Object.entries({
    'DL-FLT-4002': [
      ...fits('Honda', ['Civic', 'CR-V'], [2012, 2021]),
      ...fits('Honda', ['Accord'], [2013, 2022]),
      ...fits('Nissan', ['Altima'], [2013, 2018]),
      ...fits('Subaru', ['Outback', 'Forester'], [2011, 2018]),
      ...fits('Mazda', ['3', 'CX-5'], [2013, 2018]),
      ...fits('Hyundai', ['Elantra'], [2001, 2012], four(2)),
      ...fits('Hyundai', ['Elantra'], [2011, 2016], four(1.8)),
      ...fits('Hyundai', ['Sonata'], [2006, 2019], four(2.4)),
      ...fits('Kia', ['Soul'], [2010, 2019], four(2)),
      ...fits('Nissan', ['Rogue'], [2008, 2021], four(2.5)),
      ...fits('Subaru', ['Outback', 'Legacy'], [2005, 2010], four(2.5)),
      ...fits('Honda', ['Odyssey', 'Pilot'], [2005, 2020], six(3.5)),
    ],
    'DL-FLT-4006': [
      ...fits('Ford', ['F-150'], [2011, 2020]),
      ...fits('Chevrolet', ['Silverado 1500'], [2007, 2018]),
      ...fits('GMC', ['Sierra 1500'], [2007, 2018]),
      ...fits('Ford', ['Escape', 'Fusion'], [2013, 2019]),
      ...fits('Ford', ['Focus'], [2012, 2018]),
      ...fits('Chevrolet', ['Malibu'], [2013, 2022]),
      ...fits('Ford', ['Explorer'], [2002, 2010], six(4)),
      ...fits('Ford', ['Explorer'], [2002, 2010], eight(4.6)),
      ...fits('Ford', ['Focus'], [2000, 2011], four(2)),
      ...fits('Ford', ['Fusion'], [2010, 2012], four(2.5)),
      ...fits('Chevrolet', ['Equinox'], [2005, 2009], six(3.4)),
      ...fits('Chevrolet', ['Malibu'], [2004, 2010], six(3.5)),
      ...fits('Chevrolet', ['Impala'], [2006, 2011], six(3.5)),
      ...fits('Jeep', ['Wrangler'], [2007, 2011], six(3.8)),
      ...fits('Jeep', ['Grand Cherokee'], [2005, 2010], six(3.7)),
    ],
    'DL-FLT-4013': [
      ...fits('Toyota', ['RAV4'], [2004, 2008], four(2.4)),
      ...fits('Toyota', ['Prius'], [2001, 2009], four(1.5)),
      ...fits('Toyota', ['Sienna'], [2004, 2006], six(3.3)),
      ...fits('Toyota', ['Tacoma'], [1995, 2023], four(2.7)),
      ...fits('Toyota', ['Highlander'], [2001, 2007], four(2.4)),
      ...fits('Jeep', ['Wrangler'], [1997, 2006], six(4)),
      ...fits('Dodge', ['Ram 1500'], [2002, 2012], eight(4.7)),
      ...fits('Dodge', ['Ram 1500'], [2003, 2012], eight(5.7)),
    ],
    'DL-FLT-4011': [
      ...fits('Chevrolet', ['Silverado 1500'], [1999, 2013], eight(4.8)),
      ...fits('GMC', ['Sierra 1500'], [1999, 2013], eight(4.8)),
    ],
    'DL-ELE-7003': [
      ...compacts,
      ...fits('Toyota', ['Camry'], [2012, 2024]),
      ...fits('Nissan', ['Altima'], [2013, 2018]),
      ...fits('Subaru', ['Forester'], [2009, 2018]),
      ...fits('Mazda', ['CX-5'], [2013, 2021]),
      ...fits('Toyota', ['RAV4'], [2009, 2018], four(2.5)),
      ...fits('Toyota', ['RAV4'], [2004, 2008], four(2.4)),
      ...fits('Toyota', ['Sienna', 'Highlander'], [2008, 2019], six(3.5)),
      ...fits('Toyota', ['Tacoma'], [2005, 2015], six(4)),
      ...fits('Nissan', ['Rogue'], [2008, 2020], four(2.5)),
      ...fits('Nissan', ['Sentra'], [2007, 2012], four(2)),
      ...fits('Subaru', ['Outback', 'Legacy'], [2005, 2014], four(2.5)),
      ...stating(largerBattery, fits('Honda', ['CR-V'], [2007, 2014], four(2.4))),
    ],
    'DL-ELE-7008': [
      ...fits('Ford', ['F-150'], [2009, 2020]),
      ...fits('Chevrolet', ['Silverado 1500'], [2014, 2018]),
      ...fits('GMC', ['Sierra 1500'], [2014, 2018]),
      ...fits('Ford', ['Fusion'], [2013, 2020]),
      ...fits('BMW', ['3 Series'], [2012, 2018]),
      ...fits('Jeep', ['Wrangler'], [2012, 2018], six(3.6)),
      ...fits('Jeep', ['Grand Cherokee'], [2011, 2021], six(3.6)),
      ...fits('Chevrolet', ['Equinox'], [2010, 2017], four(2.4)),
      ...stating(largerBattery, fits('Chevrolet', ['Equinox'], [2005, 2009], six(3.4))),
      ...stating(largerBattery, fits('Ford', ['Focus'], [2000, 2011], four(2))),
      ...stating(largerBattery, fits('Jeep', ['Wrangler'], [2007, 2011], six(3.8))),
      ...fits('Chevrolet', ['Malibu'], [2008, 2014], four(2.4)),
      ...fits('Chevrolet', ['Impala'], [2012, 2020], six(3.6)),
      ...fits('Ford', ['Escape'], [2013, 2016], four(1.6)),
      ...fits('Ford', ['Focus'], [2012, 2018], four(2)),
      ...fits('Ford', ['Explorer'], [2011, 2019], six(3.5)),
      ...fits('Hyundai', ['Sonata'], [2011, 2019], four(2.4)),
      ...fits('Kia', ['Soul'], [2014, 2019], four(2)),
      ...fits('Ram', ['1500'], [2013, 2018], six(3.6)),
      ...stating({ option: 'with AGM charging' }, fits('Ram', ['1500'], [2013, 2018], eight(5.7))),
    ],
    'DL-IGN-3009': [
      ...fits('Toyota', ['Prius'], [2001, 2009], four(1.5)),
      ...fits('Toyota', ['Highlander'], [2001, 2007], four(2.4)),
      ...fits('Toyota', ['Sienna'], [2004, 2006], six(3.3)),
      ...fits('Subaru', ['Outback', 'Legacy'], [2005, 2009], four(2.5)),
      ...fits('Nissan', ['Altima'], [2002, 2006], four(2.5)),
      ...fits('Nissan', ['Sentra'], [2007, 2012], four(2)),
      ...fits('Hyundai', ['Sonata'], [2006, 2014], four(2.4)),
      ...fits('Kia', ['Soul'], [2010, 2013], four(2)),
    ],
    'DL-IGN-3005': fits('Hyundai', ['Elantra'], [2011, 2016], four(1.8)),
    'DL-IGN-3014': fits('Ford', ['Explorer'], [2006, 2010], eight(4.6)),
    'DL-IGN-3052': fits('Nissan', ['Rogue'], [2008, 2013], four(2.5)),
    'DL-BRK-1063': [
      ...sedans,
      ...fits('Hyundai', ['Sonata'], [2006, 2014]),
      ...fits('Nissan', ['Altima'], [2007, 2012]),
      ...stating({ drive: 'FWD' }, fits('Ford', ['Fusion'], [2006, 2012])),
      ...fits('Chevrolet', ['Malibu'], [2008, 2012]),
      ...stating({ builtFrom: '2008-11-01' }, fits('Toyota', ['RAV4'], [2009, 2012])),
    ],
    'DL-BRK-1051': [
      ...fits('Dodge', ['Ram 1500'], [2006, 2010]),
      ...stating({ drive: '4WD' }, fits('Toyota', ['Tacoma'], [2005, 2015], six(4))),
      ...fits('Ford', ['Explorer'], [2006, 2010]),
    ],
    'DL-BRK-1131': [
      ...fits('Honda', ['CR-V'], [2002, 2006], four(2.4)),
      ...fits('Hyundai', ['Sonata'], [2006, 2014], four(2.4)),
      ...fits('Nissan', ['Rogue'], [2008, 2013], four(2.5)),
    ],
    'DL-SUS-6027': stating(
      { option: 'without self-leveling suspension' },
      fits('Subaru', ['Outback'], [2005, 2009], four(2.5)),
    ),
    'DL-WHL-9004': [
      ...fits('Honda', ['Civic'], [2012, 2021]),
      ...fits('Honda', ['Accord'], [2013, 2022]),
      ...fits('Toyota', ['Camry'], [2012, 2024]),
      ...fits('Mazda', ['3'], [2010, 2018]),
      ...fits('Toyota', ['RAV4'], [2006, 2018]),
      ...fits('Toyota', ['Sienna'], [2004, 2020]),
      ...fits('Honda', ['CR-V'], [2007, 2016]),
      ...fits('Honda', ['Odyssey'], [2005, 2010]),
      ...fits('Nissan', ['Rogue'], [2008, 2020]),
      ...fits('Hyundai', ['Sonata', 'Elantra'], [2007, 2019]),
      ...fits('Kia', ['Soul'], [2010, 2019]),
      ...fits('Ford', ['Escape'], [2001, 2012]),
      ...fits('Ford', ['Fusion'], [2006, 2012]),
      ...fits('Ford', ['Explorer'], [2011, 2019]),
      ...stating({ option: 'without Brembo brakes' }, fits('Ford', ['Mustang'], [2005, 2014])),
      ...fits('Jeep', ['Grand Cherokee'], [1999, 2004]),
    ],
  }),
)

type Details = Pick<DemoFitment, 'quantity' | 'position' | 'note' | 'option'>
const frontPads: Details = { quantity: 1, position: 'front' }
const rearPads: Details = { quantity: 1, position: 'rear' }
const frontPair: Details = { quantity: 2, position: 'front' }
const one: Details = { quantity: 1 }
const manual: Details = { quantity: 1, option: 'with manual transmission' }

/** What every line of a part states. Parts that an engine has one of per cylinder are in `perCylinder`. */
const details: ReadonlyMap<string, Details> = new Map(
  Object.entries({
    'DL-BRK-1042': frontPads,
    'DL-BRK-1051': frontPads,
    'DL-BRK-1063': frontPads,
    'DL-BRK-1070': frontPads,
    'DL-BRK-1078': frontPads,
    'DL-BRK-1082': rearPads,
    'DL-BRK-1086': rearPads,
    'DL-BRK-1090': rearPads,
    'DL-BRK-1094': rearPads,
    'DL-BRK-1098': frontPads,
    'DL-BRK-1110': frontPair,
    'DL-BRK-1124': frontPair,
    'DL-BRK-1131': frontPair,
    'DL-BRK-1140': frontPair,
    'DL-BRK-1150': frontPair,
    'DL-BRK-1156': frontPair,
    'DL-BRK-1162': frontPair,
    'DL-BRK-1168': frontPair,
    'DL-BRK-1210': { quantity: 1, position: 'front left' },
    'DL-BRK-1222': { quantity: 1, position: 'front right' },
    'DL-SUS-6004': frontPair,
    'DL-SUS-6011': frontPair,
    'DL-SUS-6019': frontPair,
    'DL-SUS-6027': frontPair,
    'DL-SUS-6035': frontPair,
    'DL-SUS-6041': frontPair,
    'DL-SUS-6047': frontPair,
    'DL-DRV-8040': frontPair,
    'DL-DRV-8046': frontPair,
    'DL-DRV-8006': manual,
    'DL-DRV-8012': manual,
    'DL-DRV-8018': manual,
    'DL-DRV-8022': manual,
    'DL-LGT-8510': { quantity: 1, position: 'left' },
    'DL-LGT-8516': { quantity: 1, position: 'right' },
    'DL-WHL-9004': { quantity: 4 },
    'DL-WHL-9010': { quantity: 4 },
    'DL-IGN-3009': { note: 'Gapped at the factory to 1.1 mm; do not bend it' },
    'DL-IGN-3014': { note: 'Loosen the old plugs cold, with penetrating oil: they break' },
  }),
)
const perCylinder = /^DL-IGN-|^DL-ENG-204/
const onePerCar = /^DL-(?:FLT|FUE|COL|ELE)-|^DL-ENG-20[12]/

/** The lines of a part with those of common cars, and what each states. */
export function fullFitments(partNumber: string, lines: readonly DemoFitment[]): DemoFitment[] {
  const all = [
    ...lines,
    ...(commonCarFits.get(partNumber) ?? []),
    ...(commonCarChoices.get(partNumber) ?? []),
  ]
  return joinYears(all).map((line) => ({
    ...(onePerCar.test(partNumber) && one),
    ...(perCylinder.test(partNumber) && line.engine && { quantity: line.engine.cylinders }),
    ...details.get(partNumber),
    ...line,
  }))
}

/** The lines, with those that differ only in overlapping or adjoining years as one. */
function joinYears(lines: readonly DemoFitment[]): DemoFitment[] {
  const alike = Map.groupBy(lines, (line) => JSON.stringify({ ...toFitment(line), yearFrom: 0, yearTo: 0 }))
  return [...alike.values()].flatMap((group) =>
    yearRanges(group.flatMap(yearsOf)).flatMap(({ from, to }) =>
      group.slice(0, 1).map((line) => ({ ...line, yearFrom: from, yearTo: to })),
    ),
  )
}
