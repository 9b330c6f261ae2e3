import { isDay } from '../../shared/day.ts'
import {
  DRIVES,
  type Fitment,
  MAX_BODY_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_OPTION_LENGTH,
} from '../../vehicles/fitment.ts'
import { POSITIONS } from '../../vehicles/position.ts'
import { parseEngineKey } from '../../vehicles/vehicle.ts'
import type { ModelMatch } from './find-model.ts'
import { isInformation } from './information-notes.ts'
import type { AcesApp, AcesValue } from './read-aces.ts'

/** The statements of an application besides its vehicle. */
export type Qualifiers = Pick<
  Fitment,
  'variant' | 'engine' | 'drive' | 'body' | 'builtFrom' | 'builtTo' | 'option' | 'note' | 'position'
>

/** A fitment that applications state, without its years: many applications have the same. */
export type AcesFitment = Qualifiers & { make: string; model: string; quantity: number | null }

const REGIONS: ReadonlyMap<string, string> = new Map([
  ['1', 'the United States'],
  ['2', 'Canada'],
  ['3', 'Mexico'],
])

/** Ids of the positions table that are publicly known. 1 means that no position applies. */
const POSITION_IDS: ReadonlyMap<string, Fitment['position']> = new Map([
  ['1', null],
  ['2', 'left'],
  ['12', 'right'],
  ['22', 'front'],
  ['30', 'rear'],
  ['103', 'front left'],
  ['104', 'front right'],
  ['105', 'rear left'],
  ['106', 'rear right'],
])
/** The inverse of POSITION_IDS, for exports. */
export const IDS_OF_POSITIONS: ReadonlyMap<string, string> = new Map(
  [...POSITION_IDS].flatMap(([id, position]) => (position ? [[position, id]] : [])),
)

const BUILT = /^built (from|to) (\d{4}-\d\d-\d\d)$/i
/** Our exports put these before texts that an import would read as the other kind. */
const PLAIN_NOTE = 'Information only: '
const PLAIN_OPTION = 'Condition: '

/** The note as our exports write it: an import reads it as a note again. */
export function exportedNote(note: string): string {
  const isRead = isInformation(note) && !note.startsWith(PLAIN_NOTE) && !BUILT.test(note)
  return isRead ? note : PLAIN_NOTE + note
}

/** The option as our exports write it: an import reads it as an option again. */
export function exportedOption(option: string): string {
  const isRead = !isInformation(option) && !option.startsWith(PLAIN_OPTION) && !option.startsWith(PLAIN_NOTE)
  return isRead ? option : PLAIN_OPTION + option
}

/**
 * Reads the qualifiers of an application. Those that the store records get their own field. Everything else
 * becomes the option, which buyers are asked about, unless it is known to be information: a part never fits
 * more vehicles than the file states.
 * @param vehicle the meaning of the vehicle's names in the store.
 * @param onlyInforms whether a note of this supplier restricts nothing.
 */
export function readQualifiers(
  app: AcesApp,
  vehicle: ModelMatch,
  onlyInforms: (note: string) => boolean,
): Qualifiers {
  const qualifiers: Qualifiers = {
    variant: vehicle.variant,
    engine: null,
    drive: null,
    body: null,
    builtFrom: null,
    builtTo: null,
    option: null,
    note: null,
    position: findPosition(app.position)?.position ?? null,
  }
  const options: string[] = vehicle.option === null ? [] : [vehicle.option]
  const notes: string[] = []
  for (const value of app.attributes)
    if (!readAttribute(qualifiers, value, vehicle.model.variants)) options.push(attributeText(value))
  for (const text of app.qualifiers) readText(oneLine(text))
  for (const text of app.notes.map(oneLine)) {
    const [, end = '', day = ''] = BUILT.exec(text) ?? []
    const field = end.toLowerCase() === 'to' ? 'builtTo' : 'builtFrom'
    if (isDay(day) && qualifiers[field] === null) qualifiers[field] = day
    else readText(text)
  }

  function readText(text: string) {
    if (text.startsWith(PLAIN_NOTE)) notes.push(text.slice(PLAIN_NOTE.length))
    else if (text.startsWith(PLAIN_OPTION)) options.push(text.slice(PLAIN_OPTION.length))
    else (onlyInforms(text) ? notes : options).push(text)
  }

  const option = options.map(oneLine).join('; ')
  // The whole text goes into the note when it is too long for the option.
  if (option.length > MAX_OPTION_LENGTH) notes.unshift(...options)
  qualifiers.option = cut(option, MAX_OPTION_LENGTH)
  qualifiers.note = cut(notes.map(oneLine).join('; '), MAX_NOTE_LENGTH)
  return qualifiers
}

/**
 * The position of an id or text: null in the object without one; undefined when the store does not know it.
 */
export function findPosition(value: AcesValue | null): { position: Fitment['position'] } | undefined {
  if (value === null || (value.id === '' && value.text === '')) return { position: null }
  const name = value.text.toLowerCase()
  const position = POSITIONS.find((position) => position === name)
  if (position !== undefined) return { position }
  const numbered = POSITION_IDS.get(value.id)
  return numbered === undefined ? undefined : { position: numbered }
}

/** Whether the attribute became a field. */
function readAttribute(
  qualifiers: Qualifiers,
  { name, text }: AcesValue,
  variants: readonly string[],
): boolean {
  if (text === '') return false
  switch (name) {
    case 'SubModel':
      if (qualifiers.variant !== null || !variants.includes(text)) return false
      qualifiers.variant = text
      return true
    case 'EngineBase':
    case 'EngineBlock': {
      const engine = qualifiers.engine === null ? parseEngine(text) : null
      qualifiers.engine ??= engine
      return engine !== null
    }
    case 'DriveType': {
      const name = text.toUpperCase().replace(/^4X4$/, '4WD')
      const drive = qualifiers.drive === null ? DRIVES.find((drive) => drive === name) : undefined
      qualifiers.drive ??= drive ?? null
      return drive !== undefined
    }
    case 'BodyType':
      if (qualifiers.body !== null || text.length > MAX_BODY_LENGTH) return false
      qualifiers.body = text
      return true
    default:
      return false
  }
}

/** The key of "L4 2.0L", "2.0L V6" or "2.0 L, 4 cylinders"; null for any other text. */
function parseEngine(text: string): string | null {
  if (text.length > 40) return null
  const liters = /(\d{1,2}\.\d) ?L\b/i.exec(text)?.[1]
  const match = /\b[LVHIW](\d{1,2})\b|\b(\d{1,2}) cylinders?\b/i.exec(text)
  const cylinders = match?.[1] ?? match?.[2]
  const key = `${liters ?? 'x'}-${cylinders ?? 'x'}`
  return key !== 'x-x' && parseEngineKey(key) ? key : null
}

/** "engine base 1988 in the supplier’s catalog"; "fuel type Diesel". */
function attributeText({ name, id, text }: AcesValue): string {
  const region = name === 'Region' && text === '' ? REGIONS.get(id) : undefined
  if (region !== undefined) return `sold in ${region}`
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim()
  return text !== '' ? `${words} ${text}` : `${words} ${id} in the supplier’s catalog`
}

export const oneLine = (text: string) => text.replaceAll(/\s/g, ' ').trim()

function cut(text: string, max: number): string | null {
  if (text === '') return null
  return text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`
}
