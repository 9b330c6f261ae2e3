import type { SaleFacts } from '#domain/products/sale-facts.ts'
import { gramsOfPounds } from '#domain/shared/weight.ts'

/** Packed weights in pounds, per unit of sale. */
const POUNDS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    'DL-BRK-1042': 3.6,
    'DL-BRK-1051': 5.4,
    'DL-BRK-1063': 3.9,
    'DL-BRK-1070': 4.1,
    'DL-BRK-1078': 5.1,
    'DL-BRK-1082': 3.1,
    'DL-BRK-1086': 3.3,
    'DL-BRK-1090': 3.4,
    'DL-BRK-1094': 4.8,
    'DL-BRK-1098': 5.2,
    'DL-BRK-1110': 17.5,
    'DL-BRK-1124': 16.2,
    'DL-BRK-1131': 14.8,
    'DL-BRK-1140': 20.4,
    'DL-BRK-1150': 14.1,
    'DL-BRK-1156': 16.9,
    'DL-BRK-1162': 18.3,
    'DL-BRK-1168': 26.5,
    'DL-BRK-1210': 11.4,
    'DL-BRK-1222': 11.2,
    'DL-COL-5010': 14.6,
    'DL-COL-5018': 10.8,
    'DL-COL-5025': 10.2,
    'DL-COL-5033': 13.9,
    'DL-DRV-8006': 14.7,
    'DL-DRV-8012': 16.1,
    'DL-DRV-8018': 24.8,
    'DL-DRV-8022': 17.3,
    'DL-DRV-8040': 6.7,
    'DL-DRV-8046': 9.4,
    'DL-ELE-7003': 37.5,
    'DL-ELE-7008': 45.9,
    'DL-ELE-7020': 13.8,
    'DL-ELE-7026': 10.6,
    'DL-ELE-7031': 14.9,
    'DL-ENG-2010': 5.8,
    'DL-ENG-2016': 6.4,
    'DL-ENG-2023': 5.5,
    'DL-ENG-2040': 3.2,
    'DL-ENG-2047': 3.5,
    'DL-FLT-4002': 0.6,
    'DL-FLT-4006': 0.7,
    'DL-FLT-4009': 0.7,
    'DL-FLT-4011': 0.9,
    'DL-FLT-4013': 0.6,
    'DL-FLT-4030': 0.7,
    'DL-FLT-4034': 1.4,
    'DL-FLT-4039': 0.8,
    'DL-FLT-4041': 0.7,
    'DL-FLT-4045': 0.9,
    'DL-FUE-9505': 0.5,
    'DL-FUE-9511': 0.6,
    'DL-FUE-9520': 1.3,
    'DL-IGN-3005': 0.12,
    'DL-IGN-3009': 0.12,
    'DL-IGN-3014': 0.16,
    'DL-IGN-3018': 0.12,
    'DL-IGN-3021': 0.11,
    'DL-IGN-3030': 0.6,
    'DL-IGN-3038': 0.5,
    'DL-IGN-3044': 0.6,
    'DL-IGN-3052': 0.5,
    'DL-LGT-8510': 8.8,
    'DL-LGT-8516': 8.8,
    'DL-SUS-6004': 22.3,
    'DL-SUS-6011': 24.1,
    'DL-SUS-6019': 21.7,
    'DL-SUS-6027': 25.2,
    'DL-SUS-6035': 13.6,
    'DL-SUS-6041': 22.9,
    'DL-SUS-6047': 25.8,
    'DL-WHL-9004': 44.6,
    'DL-WHL-9010': 47.9,
  }),
)

/**
 * Parts with deposits for the old ones, that need a large parcel, go by ground only, or cannot be returned. A
 * deposit or a large parcel forbids the form that orders one part: such parts are only in demo purchases.
 */
const SPECIAL: ReadonlyMap<string, Partial<SaleFacts>> = new Map(
  Object.entries({
    'DL-BRK-1210': { coreDeposit: 40 },
    'DL-BRK-1222': { coreDeposit: 40 },
    'DL-ELE-7003': { dangerous: true },
    'DL-ELE-7008': { dangerous: true, coreDeposit: 22 },
    'DL-ELE-7026': { coreDeposit: 38 },
    'DL-ELE-7031': { coreDeposit: 45 },
    'DL-IGN-3052': { returnable: false },
    'DL-WHL-9010': { oversize: true },
  }),
)

/**
 * What delivery, tax and returns need to know of the part.
 * @param partNumber "DL-BRK-1042", whose bin is "BRK 10-42".
 */
export function demoSaleFacts(partNumber: string): Partial<SaleFacts> {
  const [, shelf = '', number = ''] = partNumber.split('-')
  return {
    weightGrams: gramsOfPounds(POUNDS.get(partNumber) ?? 0) || null,
    bin: `${shelf} ${number.slice(0, 2)}-${number.slice(2)}`,
    ...SPECIAL.get(partNumber),
  }
}
