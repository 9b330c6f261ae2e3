import { xmlText } from '../shared/xml-text.ts'
import type { Length } from './part-dimensions.ts'

/** A drawn rectangle, in units of the sheet: left, top and size. */
export type View = { x: number; y: number; width: number; height: number }

const WIDTH = 960
const HEIGHT = 720
const MARGIN = 40
/** Where labels end. */
export const RIGHT = WIDTH - MARGIN
/** Where views end; below are their dimensions and the note. */
const BOTTOM = 564
/** Units between two views. */
export const GAP = 72
/** From a view to its dimension line. */
const TO_LINE = 48
/** Readable where a phone shows the sheet 320 px wide. */
const FONT_SIZE = 38
/** A little more than monospace fonts have, in font sizes. */
const CHARACTER = 0.62
const CAP_HEIGHT = 0.72
const ARROW = 26
/** What an arrow outside of a narrow view needs. */
const OUTSIDE = 60
/** Between a label and what is next to it. */
const AIR = 14
/** The same from a line with arrows. */
const SIDE_AIR = 22
/** The least that two outlines are apart, so that they remain two. */
const MIN_PX = 5

export const textWidth = (text: string) => text.length * FONT_SIZE * CHARACTER

/** Units that arrows next to a view of this size reach beyond it on each side. */
export const overhang = (size: number) => (size < 2 * ARROW + AIR ? OUTSIDE : 0)

/** Units across that a view and its dimension below it need. */
export const roomAcross = (size: number, label: string) =>
  Math.max(size + 2 * overhang(size), textWidth(label))

/** Units to the right of views for dimensions of their heights, whose labels are `widest` at most. */
export const roomBehind = (heights: readonly number[], widest: number) =>
  Math.max(
    ...heights.map((height) =>
      hasLabelInside(height) ? lineBehind(height, widest) + widest / 2 : TO_LINE + SIDE_AIR + widest,
    ),
  )

/** Whether a line of this height has room for a label between its arrows. */
const hasLabelInside = (height: number) => height >= 2 * (FONT_SIZE / 2 + AIR + ARROW + AIR)
const lineBehind = (height: number, widest: number) =>
  hasLabelInside(height) ? Math.max(TO_LINE, AIR + widest / 2) : TO_LINE

/** Where views and dimensions that need `width` units begin when they are in the middle of the sheet. */
export const startAcross = (width: number) => (WIDTH - width) / 2
export const startDown = (height: number) => MARGIN + (BOTTOM - MARGIN - height) / 2

/** The largest scale in which all fits on the sheet. @returns the units of a length. */
export function fitScale(
  lengths: readonly Length[],
  needs: (px: (length: Length) => number) => { width: number; height: number },
): (length: Length) => number {
  let scale = WIDTH / Math.max(...lengths.map(({ mm }) => mm))
  const px = ({ mm }: Length) => Math.max(MIN_PX, mm * scale)
  const isTooLarge = () => {
    const { width, height } = needs(px)
    return width > WIDTH - 2 * MARGIN || height > BOTTOM - MARGIN
  }
  // All labels have room next to views of the least size.
  while (isTooLarge() && scale > 0.001) scale *= 0.99
  return px
}

const at = (value: number) => String(Math.round(value * 10) / 10)
const line = (x1: number, y1: number, x2: number, y2: number) => `M${at(x1)} ${at(y1)}L${at(x2)} ${at(y2)}`

/** Collects the parts of a drawing. Dimensions are as ASME Y14.5 has them: labels upright, in their line. */
export class Sheet {
  readonly #outlines: string[] = []
  readonly #cuts: string[] = []
  readonly #centers: string[] = []
  readonly #lines: string[] = []
  readonly #heads: string[] = []
  readonly #texts: string[] = []

  rectangle(view: View): void {
    this.#outlines.push(`<rect ${box(view)}/>`)
  }

  /** A surface that the section cuts. */
  cut(view: View): void {
    this.#cuts.push(`<rect ${box(view)}/>`)
  }

  circle(x: number, y: number, radius: number): void {
    this.#outlines.push(`<circle cx="${at(x)}" cy="${at(y)}" r="${at(radius)}"/>`)
  }

  centerCircle(x: number, y: number, radius: number): void {
    this.#centers.push(`<circle cx="${at(x)}" cy="${at(y)}" r="${at(radius)}"/>`)
  }

  centerLine(x1: number, y1: number, x2: number, y2: number): void {
    this.#centers.push(`<path d="${line(x1, y1, x2, y2)}"/>`)
  }

  /** The width of a view, below it: extension lines `from` a height, the label in the line or under it. */
  dimensionAcross({
    x1,
    x2,
    from,
    bottom,
    text,
  }: Record<'x1' | 'x2' | 'from' | 'bottom', number> & { text: string }): void {
    const y = bottom + TO_LINE
    const middle = (x1 + x2) / 2
    for (const x of [x1, x2]) this.#lines.push(line(x, from, x, y + 10))
    const half = textWidth(text) / 2 + AIR
    const isInside = x2 - x1 >= 2 * (half + ARROW + AIR)
    const reach = overhang(x2 - x1)
    if (isInside) this.#lines.push(line(x1, y, middle - half, y), line(middle + half, y, x2, y))
    else this.#lines.push(line(x1 - reach, y, x2 + reach, y))
    const side = reach === 0 ? 1 : -1
    this.#arrow(x1, y, side, 0)
    this.#arrow(x2, y, -side, 0)
    this.#text(
      text,
      middle,
      isInside ? y + (FONT_SIZE * CAP_HEIGHT) / 2 : y + 22 + FONT_SIZE * CAP_HEIGHT,
      'middle',
    )
  }

  dimensionBelow({ x, y, width, height }: View, text: string): void {
    const bottom = y + height
    this.dimensionAcross({ x1: x, x2: x + width, from: bottom + 8, bottom, text })
  }

  /** The height of a view to the right of `edge`; `widest` of the labels that are above each other. */
  dimensionBehind({ x, y, width, height }: View, text: string, edge: number, widest: number): void {
    const end = y + height
    const middle = y + height / 2
    const half = FONT_SIZE / 2 + AIR
    const isInside = hasLabelInside(height)
    const reach = overhang(height)
    const lineAt = edge + lineBehind(height, widest)
    for (const from of [y, end]) this.#lines.push(line(x + width + 8, from, lineAt + 10, from))
    if (isInside)
      this.#lines.push(line(lineAt, y, lineAt, middle - half), line(lineAt, middle + half, lineAt, end))
    else this.#lines.push(line(lineAt, y - reach, lineAt, end + reach))
    const side = reach === 0 ? 1 : -1
    this.#arrow(lineAt, y, 0, side)
    this.#arrow(lineAt, end, 0, -side)
    const baseline = middle + (FONT_SIZE * CAP_HEIGHT) / 2
    if (isInside) this.#text(text, lineAt, baseline, 'middle')
    else this.#text(text, lineAt + SIDE_AIR, baseline, 'start')
  }

  /** A label on a line of its own, at x = `to`, with an arrow to the circle. */
  leader(text: string, { x, y, radius, to, row }: Record<'x' | 'y' | 'radius' | 'to' | 'row', number>): void {
    const distance = Math.hypot(to - x, row - y)
    const [dx, dy] = [(to - x) / distance, (row - y) / distance]
    this.#lines.push(`${line(x + dx * radius, y + dy * radius, to, row)}H${at(to + textWidth(text))}`)
    this.#arrow(x + dx * radius, y + dy * radius, dx, dy)
    this.#text(text, to, row - 12, 'start')
  }

  /** What all numbers have in common, in the corner. */
  note(text: string): void {
    this.#texts.push(
      `<text x="${MARGIN}" y="${HEIGHT - 22}" font-size="30" fill="#6b665d">${xmlText(text)}</text>`,
    )
  }

  /** @param head elements before the drawing. */
  svg(head: string): string {
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
      head,
      '<defs><pattern id="cut" width="15" height="15" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">',
      '<path d="M7.5 0V15" stroke="#a39c8f" stroke-width="2.4"/></pattern></defs>',
      `<rect width="${WIDTH}" height="${HEIGHT}" fill="#f2f2f2"/>`,
      `<g fill="url(#cut)" stroke="#6b665d" stroke-width="4">${this.#cuts.join('')}</g>`,
      `<g fill="none" stroke="#a39c8f" stroke-width="2.5"><path d="${this.#lines.join('')}"/>`,
      `<g stroke-dasharray="30 8 6 8">${this.#centers.join('')}</g></g>`,
      `<g fill="none" stroke="#6b665d" stroke-width="4" stroke-linejoin="round">${this.#outlines.join('')}</g>`,
      `<path fill="#a39c8f" d="${this.#heads.join('')}"/>`,
      `<g font-family="ui-monospace,Menlo,Consolas,monospace" font-size="${FONT_SIZE}" fill="#1c1f22">${this.#texts.join('')}</g>`,
      '</svg>\n',
    ].join('\n')
  }

  /** An arrow head with its point at x, y, that widens towards dx, dy. */
  #arrow(x: number, y: number, dx: number, dy: number): void {
    const [bx, by] = [x + dx * ARROW, y + dy * ARROW]
    this.#heads.push(
      `M${at(x)} ${at(y)}L${at(bx - dy * 8)} ${at(by + dx * 8)}L${at(bx + dy * 8)} ${at(by - dx * 8)}z`,
    )
  }

  #text(text: string, x: number, baseline: number, anchor: 'start' | 'middle'): void {
    const half = textWidth(text) / 2
    const room = anchor === 'middle' ? Math.min(Math.max(x, MARGIN + half), WIDTH - MARGIN - half) : x
    const anchored = anchor === 'middle' ? ' text-anchor="middle"' : ''
    this.#texts.push(`<text x="${at(room)}" y="${at(baseline)}"${anchored}>${xmlText(text)}</text>`)
  }
}

const box = ({ x, y, width, height }: View) =>
  `x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}"`
