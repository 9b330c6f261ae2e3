/** A number of many digits, as spreadsheets show it: 4.68769E+11, also with a decimal comma. */
const EXPONENT = /^\d{1,3}(?:[.,]\d+)?E\+\d{1,3}$|^\d[.,]\d+E-?\d{1,3}$/i
const DATES = [
  // Jun-08
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[-/ .](?:\d{1,2}|(?:19|20)\d\d)$/i,
  // 8-Jun, 8-Jun-2008
  /^\d{1,2}[-/ .](?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)(?:[-/ .](?:\d\d|(?:19|20)\d\d))?$/i,
  // 6/8/08, 6/8/2008, 8.6.2008
  /^\d{1,2}\/\d{1,2}\/\d\d$|^\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d$/,
  // 2008-06-08, 2008-06-08 00:00:00
  /^(?:19|20)\d\d-\d\d-\d\d(?:[ T][\d:.]{4,12}Z?)?$/,
]

/**
 * What a spreadsheet has probably made of a part number: `exponent`, whose digits are lost, or `date`, which
 * may also be a number.
 */
export function spreadsheetNumber(number: string): 'exponent' | 'date' | null {
  if (EXPONENT.test(number)) return 'exponent'
  return DATES.some((date) => date.test(number)) ? 'date' : null
}

/** For a number of which digits are lost. */
export const LOST_DIGITS =
  'A spreadsheet has shortened this number, and its last digits are lost. Format the column as text there, enter the number again, and save the file.'
/** For a number that is probably a date. */
export const MADE_A_DATE =
  'This looks like a date that a spreadsheet has made of a part number. Check it; format the column as text there to keep numbers as they are.'
