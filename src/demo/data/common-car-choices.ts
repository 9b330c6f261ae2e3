import { compacts, crossovers, pickups, sedans } from './car-classes.ts'
import { type DemoFitment, fits } from './demo-fitment.ts'

// So that a common car has several parts to choose from in each of the larger categories, front and rear.

const four = (displacementL: number) => ({ displacementL, cylinders: 4 })
const six = (displacementL: number) => ({ displacementL, cylinders: 6 })
const eight = (displacementL: number) => ({ displacementL, cylinders: 8 })

const compactEngines: readonly DemoFitment[] = [
  ...fits('Honda', ['Civic'], [2016, 2021], four(2)),
  ...fits('Toyota', ['Corolla'], [2009, 2019], four(1.8)),
  ...fits('Toyota', ['Prius'], [2010, 2022], four(1.8)),
  ...fits('Hyundai', ['Elantra'], [2014, 2020], four(2)),
  ...fits('Kia', ['Soul'], [2010, 2019], four(2)),
  ...fits('Nissan', ['Sentra'], [2013, 2019], four(1.8)),
  ...fits('Ford', ['Focus'], [2012, 2018], four(2)),
  ...fits('Mazda', ['3'], [2010, 2018], four(2.5)),
  ...fits('Volkswagen', ['Jetta'], [2014, 2018], four(1.8)),
]

const sedanEngines: readonly DemoFitment[] = [
  ...fits('Toyota', ['Camry'], [2012, 2024], four(2.5)),
  ...fits('Honda', ['Accord'], [2013, 2017], four(2.4)),
  ...fits('Nissan', ['Altima'], [2013, 2018], four(2.5)),
  ...fits('Hyundai', ['Sonata'], [2015, 2019], four(2.4)),
  ...fits('Chevrolet', ['Malibu'], [2013, 2022], four(2)),
  ...fits('Ford', ['Fusion'], [2013, 2020], four(2.5)),
  ...fits('BMW', ['3 Series'], [2012, 2018], four(2)),
]

const crossoverEngines: readonly DemoFitment[] = [
  ...fits('Honda', ['CR-V'], [2012, 2019], four(2.4)),
  ...fits('Toyota', ['RAV4'], [2013, 2018], four(2.5)),
  ...fits('Toyota', ['Sienna'], [2011, 2020], six(3.5)),
  ...fits('Toyota', ['Highlander'], [2008, 2019], six(3.5)),
  ...fits('Honda', ['Odyssey'], [2011, 2023], six(3.5)),
  ...fits('Nissan', ['Rogue'], [2014, 2020], four(2.5)),
  ...fits('Ford', ['Escape'], [2013, 2019], four(2.5)),
  ...fits('Chevrolet', ['Equinox'], [2010, 2017], four(2.4)),
  ...fits('Subaru', ['Outback'], [2010, 2019], four(2.5)),
  ...fits('Subaru', ['Forester'], [2011, 2018], four(2.5)),
  ...fits('Mazda', ['CX-5'], [2014, 2021], four(2.5)),
]

const pickupEngines: readonly DemoFitment[] = [
  ...fits('Ford', ['F-150'], [2011, 2020], eight(5)),
  ...fits('Ford', ['F-150'], [2011, 2020], six(3.5)),
  ...fits('Chevrolet', ['Silverado 1500'], [2007, 2018], eight(5.3)),
  ...fits('GMC', ['Sierra 1500'], [2007, 2018], eight(5.3)),
  ...fits('Chevrolet', ['Tahoe'], [2007, 2020], eight(5.3)),
  ...fits('Ram', ['1500'], [2013, 2022], eight(5.7)),
  ...fits('Ram', ['1500'], [2013, 2022], six(3.6)),
  ...fits('Toyota', ['Tacoma'], [2016, 2022], six(3.5)),
  ...fits('Ford', ['Explorer'], [2011, 2019], six(3.5)),
  ...fits('Jeep', ['Grand Cherokee'], [2011, 2021], six(3.6)),
  ...fits('Jeep', ['Wrangler'], [2012, 2018], six(3.6)),
]

/** Cars with an engine: no oil, air filter or spark plug is for the others. */
const withEngine = (lines: readonly DemoFitment[]) => lines.filter(({ make }) => make !== 'Tesla')
const fourWheelDrive = (lines: readonly DemoFitment[]) =>
  lines.map((line) => ({ ...line, drive: '4WD' as const }))

/**
 * What parts fit besides the cars of their own files and of commonCarFits. By part number; lines that those
 * have already count once.
 */
export const commonCarChoices: ReadonlyMap<string, readonly DemoFitment[]> = new Map(
  Object.entries({
    // Pads and rotors: a second set for each axle.
    'DL-BRK-1063': [...compacts, ...crossovers],
    'DL-BRK-1070': [...compacts, ...sedans, ...crossovers],
    'DL-BRK-1051': pickups,
    'DL-BRK-1098': pickups,
    'DL-BRK-1082': sedans,
    'DL-BRK-1086': [...compacts, ...crossovers],
    'DL-BRK-1090': pickups,
    'DL-BRK-1131': [...compacts, ...sedans, ...crossovers],
    'DL-BRK-1140': pickups,
    // Oil and air filters.
    'DL-FLT-4002': withEngine([...compacts, ...sedans, ...crossovers]),
    'DL-FLT-4006': pickups,
    'DL-FLT-4030': compacts,
    'DL-FLT-4039': withEngine([...sedans, ...crossovers]),
    'DL-FLT-4034': pickups,
    // Spark plugs, and coils where the engine has one on each plug.
    'DL-IGN-3009': [...compactEngines, ...sedanEngines, ...crossoverEngines, ...pickupEngines],
    'DL-IGN-3005': compactEngines,
    'DL-IGN-3018': pickupEngines,
    'DL-IGN-3052': [...sedanEngines, ...crossoverEngines],
    // Struts, hubs and batteries.
    'DL-SUS-6004': compacts,
    'DL-SUS-6011': [...sedans, ...crossovers],
    'DL-SUS-6019': sedans,
    'DL-SUS-6041': compacts,
    'DL-SUS-6047': fourWheelDrive(pickups),
    'DL-SUS-6027': fourWheelDrive(pickups),
    'DL-DRV-8040': [...compacts, ...sedans, ...crossovers],
    'DL-DRV-8046': fourWheelDrive(pickups),
    'DL-ELE-7003': [...sedans, ...crossovers, ...pickups],
    'DL-ELE-7008': [...compacts, ...sedans, ...crossovers, ...pickups],
  }),
)
