/**
 * How people and parts sellers write makes and models that EPA's list names differently. Without a line,
 * EPA's base model stays. A line is for one make; `base` is EPA's base model, `model` its long name (both
 * absent: all of the make). `name` is the store's name; in it, $1 is the group that `model`, or otherwise
 * `base`, matched. The first matching line counts.
 */
export type ModelName = { make: string; base?: RegExp; model?: RegExp; name: string }

/**
 * EPA's make → the store's; null leaves the make out: importers, converters and coach builders, whose cars
 * have their own makes.
 */
export const MAKE_NAMES: Readonly<Record<string, string | null>> = {
  'American Motors Corporation': 'AMC',
  'Avanti Motor Corporation': 'Avanti',
  'Bitter Gmbh and Co. Kg': 'Bitter',
  'BMW Alpina': 'Alpina',
  'Bugatti Rimac': 'Rimac',
  // ASCII, like all names: another letter would cost the home page another font file of 27 KB.
  'CX Automotive': 'Citroen',
  'Consulier Industries Inc': 'Consulier',
  'INEOS Automotive': 'INEOS',
  'Laforza Automobile Inc': 'Laforza',
  'London Coach Co Inc': 'London Taxi',
  'McLaren Automotive': 'McLaren',
  Mini: 'MINI',
  'Mobility Ventures LLC': 'VPG',
  'Panther Car Company Limited': 'Panther',
  'Panoz Auto-Development': 'Panoz',
  Panos: 'Panoz',
  'TVR Engineering Ltd': 'TVR',
  'Ruf Automobile Gmbh': 'Ruf',
  'RUF Automobile': 'Ruf',
  'Saleen Performance': 'Saleen',
  Vinfast: 'VinFast',
  'Vixen Motor Company': 'Vixen',
  'Volga Associated Automobile': 'Lada',
  'Autokraft Limited': 'Autokraft',
  'CODA Automotive': 'CODA',
  'Evans Automobiles': 'Evans',
  'Excalibur Autos': 'Excalibur',
  'Roush Performance': 'Roush',
  'ASC Incorporated': null,
  'Aurora Cars Ltd': null,
  'Bill Dovell Motor Car Company': null,
  'CCC Engineering': null,
  'Dabryan Coach Builders Inc': null,
  'E. P. Dutton, Inc.': null,
  'Environmental Rsch and Devp Corp': null,
  'Federal Coach': null,
  'General Motors': null,
  Goldacre: null,
  'Grumman Allied Industries': null,
  'Grumman Olson': null,
  'Import Foreign Auto Sales Inc': null,
  'Import Trade Services': null,
  'Isis Imports Ltd': null,
  'J.K. Motors': null,
  'JBA Motorcars, Inc.': null,
  'Kenyon Corporation Of America': null,
  'Lambda Control Systems': null,
  'Mcevoy Motors': null,
  'PAS Inc - GMC': null,
  'PAS, Inc': null,
  'Quantum Technologies': null,
  'Red Shift Ltd.': null,
  'S and S Coach Company  E.p. Dutton': null,
  'Superior Coaches Div E.p. Dutton': null,
  'Tecstar, LP': null,
  'Texas Coach Company': null,
  'Wallace Environmental': null,
}

const ford: ModelName[] = [
  { make: 'Ford', base: /^F-150 Lightning/, name: 'F-150 Lightning' },
  { make: 'Ford', base: /^F(\d50)\b/, name: 'F-$1' },
  { make: 'Ford', base: /^E(\d50)\b/, name: 'E-$1' },
  { make: 'Ford', base: /^Transit T(150)\b/, name: 'Transit-$1' },
  { make: 'Ford', base: /^Aerostar/, name: 'Aerostar' },
  { make: 'Ford', model: /^Explorer Sport Trac/, name: 'Explorer Sport Trac' },
  { make: 'Ford', base: /^Th!nk/, name: 'Think' },
  { make: 'Roush', base: /^F150/, name: 'F-150' },
  { make: 'Roush', model: /F150/, name: 'F-150' },
  { make: 'Roush', model: /Mustang/, name: 'Mustang' },
  { make: 'Saleen', model: /^F150/, name: 'F-150' },
]

const gm: ModelName[] = ['Silverado', 'Sierra'].flatMap((truck) => {
  const make = truck === 'Sierra' ? 'GMC' : 'Chevrolet'
  const base = new RegExp(`^${truck}$`)
  return [
    { make, base, model: /\bEV\b/, name: `${truck} EV` },
    { make, base, model: /\b2500 hd\b/i, name: `${truck} 2500 HD` },
    { make, base, model: /\b(2500|3500)\b/, name: `${truck} $1` },
    { make, base, name: `${truck} 1500` },
  ]
})
const vans: ModelName[] = ['Express', 'Savana'].flatMap((van) => {
  const make = van === 'Savana' ? 'GMC' : 'Chevrolet'
  const base = new RegExp(`^${van}\\b`)
  return [
    { make, base, model: /\b(1500\/2500|15\/25)\b/, name: `${van} 1500/2500` },
    { make, base, model: /\b([123]500)\b/, name: `${van} $1` },
    { make, base, name: van },
  ]
})
const trucks: ModelName[] = [
  { make: 'Chevrolet', base: /^(?:T10 \(S10\)|S10) /, name: 'S10' },
  { make: 'Chevrolet', base: /^([CKRV][12]0)\b/, name: '$1' },
  { make: 'Chevrolet', base: /^([CK][12]500)\b/, name: '$1' },
  { make: 'Chevrolet', model: /^(Blazer|Equinox) EV\b/, name: '$1 EV' },
  { make: 'Chevrolet', base: /^Astro/, name: 'Astro' },
  { make: 'Chevrolet', base: /^City Express/, name: 'City Express' },
  { make: 'GMC', base: /^([CK]2500) Sierra/, name: '$1' },
  { make: 'GMC', base: /^S15\b/, name: 'S15' },
  { make: 'GMC', model: /^T15 \(S15\) Pickup/, name: 'S15' },
  { make: 'GMC', model: /^Rally/, name: 'Rally' },
  { make: 'GMC', base: /^Pickup/, model: /^([CKRV][12]5)\b/, name: '$1' },
  { make: 'GMC', base: /^Safari/, name: 'Safari' },
  { make: 'GMC', model: /\bYukon\b.*\bXL\b/, name: 'Yukon XL' },
  { make: 'Cadillac', model: /^Escalade (ESV|EXT)\b/, name: 'Escalade $1' },
  { make: 'Ram', base: /^Promaster City/, name: 'ProMaster City' },
  { make: 'Dodge', base: /^(B\d+(?:\/B\d+)?) (?:Van|Wagon)/, name: '$1' },
  { make: 'Dodge', base: /^(Dakota|D250)\b/, name: '$1' },
  { make: 'Isuzu', base: /^(i-\d+)/, name: '$1' },
  { make: 'Jeep', base: /^Wrangler/, name: 'Wrangler' },
  { make: 'Mazda', base: /^B Pickup/, name: 'B-Series' },
  { make: 'Nissan', base: /^NV200/, name: 'NV200' },
  // "F150 Pickup", "Comanche Pickup", "El Camino Pickup" …
  ...['Chevrolet', 'GMC', 'Dodge', 'Isuzu', 'Jeep', 'Mitsubishi'].map((make) => ({
    make,
    base: /^(.+) Pickup$/,
    name: '$1',
  })),
]

const european: ModelName[] = [
  { make: 'Audi', model: /^(TTS|TT RS|TT)\b/, name: '$1' },
  { make: 'Audi', model: /^R8\b/, name: 'R8' },
  { make: 'Audi', model: /^(R?S) e-tron GT/, name: '$1 e-tron GT' },
  { make: 'Audi', model: /^RS ?(\d)/, name: 'RS $1' },
  { make: 'Audi', base: /^RS$/, model: /^(RS Q\d)/, name: '$1' },
  { make: 'BMW', model: /^M([2-8])(?:\d\d)i?\b/, name: '$1 Series' },
  { make: 'BMW', model: /^(M[2-8])\b/, name: '$1' },
  { make: 'BMW', model: /^(M Coupe|M Roadster)/, name: '$1' },
  { make: 'BMW', model: /^(X[1-7])\b/, name: '$1' },
  { make: 'BMW', base: /^ActiveHybrid X6/, name: 'X6' },
  { make: 'BMW', base: /^Active E/, name: 'ActiveE' },
  { make: 'Mercedes-Benz', base: /^190$/, model: /^190 ?(D)/, name: '190$1' },
  { make: 'Mercedes-Benz', base: /^\d+$/, model: /^(\d{3} ?[A-Z]*(?:\/\d{3} ?[A-Z]*)?)\b/, name: '$1' },
  { make: 'Mercedes-Benz', base: /^Maybach/, name: 'S-Class' },
  { make: 'Mercedes-Benz', base: /^Metris/, name: 'Metris' },
  { make: 'Mercedes-Benz', base: /^B-Class/, name: 'B-Class' },
  { make: 'Aston Martin', base: /^Vantage/, name: 'Vantage' },
  { make: 'Bentley', base: /^Continental (?:GT|Super)/, name: 'Continental' },
  { make: 'Ferrari', base: /^(?:Ferrari )(.+)/, name: '$1' },
  { make: 'Ferrari', base: /^F 40/, name: 'F40' },
  { make: 'Ferrari', base: /^SF90/, name: 'SF90' },
  { make: 'Fiat', base: /^500 ([LX])/, name: '500$1' },
  { make: 'Jaguar', base: /^S-type/i, name: 'S-Type' },
  { make: 'Jaguar', base: /^XJL/, name: 'XJ' },
  { make: 'Jaguar', base: /^Vdp/, name: 'Vanden Plas' },
  { make: 'Land Rover', model: /^Discovery Sport/, name: 'Discovery Sport' },
  { make: 'Land Rover', model: /^(?:Range Rover )?Evoque/, name: 'Range Rover Evoque' },
  { make: 'Land Rover', model: /^(Range Rover (?:Sport|Velar))/, name: '$1' },
  { make: 'McLaren', base: /^(.+) (?:Coupe|Spider)$/, name: '$1' },
  { make: 'Porsche', base: /^Carrera GT/, name: 'Carrera GT' },
  { make: 'Porsche', base: /^(?:911|New 911|Carrera|Turbo|Targa)/, name: '911' },
  { make: 'Ruf', name: 'Ruf' },
  { make: 'Volkswagen', model: /^Atlas Cross Sport/, name: 'Atlas Cross Sport' },
  { make: 'Volkswagen', base: /^Golf/, model: /^(Golf\/GTI|GTI|e-Golf)/, name: '$1' },
  { make: 'Volkswagen', base: /^Golf/, name: 'Golf' },
]

const others: ModelName[] = [
  { make: 'Honda', model: /\bCRX\b/, name: 'CRX' },
  { make: 'Chrysler', model: /^300 ?M$/, name: '300M' },
  { make: 'Chrysler', base: /^300/, name: '300' },
  { make: 'Hyundai', base: /^Accent/, name: 'Accent' },
  { make: 'Hyundai', base: /Elantra/, name: 'Elantra' },
  { make: 'Mazda', base: /^MX-5/, name: 'MX-5 Miata' },
  { make: 'Mitsubishi', model: /^Outlander Sport/, name: 'Outlander Sport' },
  { make: 'Mitsubishi', base: /^3000 ?GT/, name: '3000GT' },
  { make: 'Nissan', base: /^(3[57]0)z$/i, name: '$1Z' },
  { make: 'Nissan', base: /^leaf$/i, name: 'Leaf' },
  { make: 'Nissan', base: /^ariya$/i, name: 'Ariya' },
  { make: 'Nissan', model: /^Rogue Sport/, name: 'Rogue Sport' },
  { make: 'Pontiac', base: /^Firebird/, name: 'Firebird' },
  { make: 'Nissan', model: /^Pathfinder Armada/, name: 'Armada' },
  { make: 'Toyota', model: /^Camry Solara/, name: 'Camry Solara' },
  { make: 'Toyota', model: /^(?:1-Ton )?Truck \dWD$/, name: 'Pickup' },
  { make: 'Toyota', model: /^Truck .*T100/, name: 'Pickup/T100' },
  { make: 'Toyota', base: /T100/, name: 'T100' },
  { make: 'Subaru', model: /^Legacy\/Outback/, name: 'Legacy/Outback' },
  { make: 'Subaru', model: /^(Legacy|Outback)\b/, name: '$1' },
  { make: 'Subaru', model: /^Impreza(?!\/)/, name: 'Impreza' },
]

export const MODEL_NAMES: readonly ModelName[] = [...ford, ...gm, ...vans, ...trucks, ...european, ...others]
