import { xmlElement } from '../shared/xml-text.ts'
import {
  fitScale,
  GAP,
  overhang,
  roomAcross,
  RIGHT,
  roomBehind,
  Sheet,
  startAcross,
  startDown,
  textWidth,
  type View,
} from './drawing-sheet.ts'
import type { Dimensions, Length } from './part-dimensions.ts'

type Disc = Extract<Dimensions, { shape: 'disc' }>
type Cylinder = Extract<Dimensions, { shape: 'cylinder' }>
type Box = Extract<Dimensions, { shape: 'box' }>

/** Height of the row above a disc with the labels of its bolts and its bore. */
const LEADER_ROW = 84
const LEADER_GAP = 36

/**
 * A technical drawing of a part as SVG, all views in one scale, in the style of the drawings that stand in
 * for pictures. @param title what it shows, for who opens the file.
 */
export function drawDimensions(dimensions: Dimensions, { title }: { title: string }): string {
  const lengths = lengthsOf(dimensions)
  // As on paper: one unit for all, named once, or each number with its own.
  const bare = lengths.every(({ unit }) => unit === 'mm')
  const text = ({ value, unit }: Length) => (bare ? value : `${value} ${unit}`)
  const sheet = new Sheet()
  if (dimensions.shape === 'disc') drawDisc(sheet, dimensions, text)
  else if (dimensions.shape === 'cylinder') drawCylinder(sheet, dimensions, text)
  else if (dimensions.height.mm < dimensions.width.mm) drawFlatBox(sheet, dimensions, text)
  else drawBox(sheet, dimensions, text)
  if (bare) sheet.note('DIMENSIONS IN MM')
  return sheet.svg(xmlElement('title', title))
}

function lengthsOf(dimensions: Dimensions): Length[] {
  if (dimensions.shape === 'box') return [dimensions.length, dimensions.width, dimensions.height]
  if (dimensions.shape === 'cylinder') return [dimensions.diameter, dimensions.length]
  const { diameter, thickness, bolts, bore } = dimensions
  return [diameter, thickness, bolts?.circle, bore].filter((one) => one !== undefined)
}

type TextOf = (length: Length) => string
type Units = (length: Length) => number

/** Front view, and to its right the side view, cut open when the bore is known. */
function drawDisc(sheet: Sheet, { diameter, thickness, bolts, bore }: Disc, text: TextOf): void {
  const across = `Ø ${text(diameter)}`
  const thick = thickness && text(thickness)
  const head = bolts || bore ? LEADER_ROW : 0
  const px = fitScale([diameter, ...(thickness ? [thickness] : [])], (at) => ({
    width: roomAcross(at(diameter), across) + (thickness ? GAP + roomAcross(at(thickness), thick ?? '') : 0),
    height: at(diameter) + head,
  }))
  const front = roomAcross(px(diameter), across)
  const side = thickness ? roomAcross(px(thickness), thick ?? '') : 0
  const left = startAcross(front + (thickness ? GAP + side : 0))
  const top = startDown(px(diameter) + head) + head
  const radius = px(diameter) / 2
  const x = left + front / 2
  const y = top + radius
  sheet.circle(x, y, radius)
  sheet.centerLine(x - radius - 24, y, x + radius + 24, y)
  sheet.centerLine(x, y - radius - 20, x, y + radius + 24)
  if (bore) sheet.circle(x, y, px(bore) / 2)
  if (bolts) drawBolts()
  sheet.dimensionAcross({ x1: x - radius, x2: x + radius, from: y, bottom: y + radius, text: across })
  if (thickness) drawSide(left + front + GAP + side / 2, px(thickness), thick ?? '')
  drawLeaders()

  function drawLeaders(): void {
    const row = top - 36
    const boreLabel = bore ? `Ø ${text(bore)}` : ''
    let end = RIGHT - textWidth(boreLabel)
    if (bolts) {
      const label = `${bolts.count} × ${text(bolts.circle)}`
      const to = Math.min(x - radius, end - LEADER_GAP - textWidth(label))
      sheet.leader(label, { x, y, radius: px(bolts.circle) / 2, to, row })
      end = Math.min(end, Math.max(to + textWidth(label) + LEADER_GAP, x + radius * 0.7))
    } else end = Math.min(end, x + radius * 0.7)
    if (bore) sheet.leader(boreLabel, { x, y, radius: px(bore) / 2, to: end, row })
  }

  function drawBolts(): void {
    if (!bolts) return
    const circle = px(bolts.circle) / 2
    const room = Math.min(
      (circle - (bore ? px(bore) / 2 : 0)) * 0.5,
      (radius - circle) * 0.7,
      (circle * Math.PI) / bolts.count / 2,
    )
    const hole = Math.max(1, Math.min(circle * 0.13, room))
    sheet.centerCircle(x, y, circle)
    for (let at = 0; at < bolts.count; at++) {
      const angle = (at / bolts.count) * 2 * Math.PI - Math.PI / 2
      sheet.circle(x + circle * Math.cos(angle), y + circle * Math.sin(angle), hole)
    }
  }

  function drawSide(middle: number, width: number, label: string): void {
    const view = { x: middle - width / 2, y: top, width, height: radius * 2 }
    if (bore) {
      const rim = radius - px(bore) / 2
      sheet.cut({ ...view, height: rim })
      sheet.cut({ ...view, y: top + radius * 2 - rim, height: rim })
    }
    sheet.rectangle(view)
    sheet.centerLine(view.x - 24, y, view.x + width + 24, y)
    const from = top + radius * 2 + 8
    sheet.dimensionAcross({ x1: view.x, x2: view.x + width, from, bottom: top + radius * 2, text: label })
  }
}

function drawCylinder(sheet: Sheet, { diameter, length, standing }: Cylinder, text: TextOf): void {
  const around = { length: diameter, label: `Ø ${text(diameter)}` }
  const along = { length, label: text(length) }
  const [across, down] = standing ? [around, along] : [along, around]
  const behind = (at: Units) => roomBehind([at(down.length)], textWidth(down.label))
  const px = fitScale([across.length, down.length], (at) => ({
    width: roomAcross(at(across.length), across.label) + behind(at),
    height: at(down.length),
  }))
  const room = roomAcross(px(across.length), across.label)
  const left = startAcross(room + behind(px))
  const view = viewOf(px(across.length), px(down.length), left + room / 2, startDown(px(down.length)))
  sheet.rectangle(view)
  const [x, y] = [left + room / 2, view.y + view.height / 2]
  if (standing) sheet.centerLine(x, view.y - 24, x, view.y + view.height + 24)
  else sheet.centerLine(view.x - 24, y, view.x + view.width + 24, y)
  sheet.dimensionBelow(view, across.label)
  sheet.dimensionBehind(view, down.label, left + room, textWidth(down.label))
}

/** Front and side view. */
function drawBox(sheet: Sheet, { length, width, height }: Box, text: TextOf): void {
  const [long, wide, high] = [text(length), text(width), text(height)]
  const roomsAt = (px: Units) => [roomAcross(px(length), long), roomAcross(px(width), wide)] as const
  const behind = (px: Units) => roomBehind([px(height)], textWidth(high))
  const px = fitScale([length, width, height], (at) => {
    const [front, side] = roomsAt(at)
    return { width: front + GAP + side + behind(at), height: at(height) }
  })
  const [front, side] = roomsAt(px)
  const left = startAcross(front + GAP + side + behind(px))
  const edge = left + front + GAP + side
  const top = startDown(px(height))
  const frontView = viewOf(px(length), px(height), left + front / 2, top)
  const sideView = viewOf(px(width), px(height), edge - side / 2, top)
  for (const view of [frontView, sideView]) sheet.rectangle(view)
  sheet.dimensionBelow(frontView, long)
  sheet.dimensionBelow(sideView, wide)
  sheet.dimensionBehind(sideView, high, edge, textWidth(high))
}

/** The view from above, and below it the front view. */
function drawFlatBox(sheet: Sheet, { length, width, height }: Box, text: TextOf): void {
  const [long, wide, high] = [text(length), text(width), text(height)]
  const gap = (px: Units) => GAP + overhang(px(width)) + overhang(px(height))
  const widest = Math.max(textWidth(wide), textWidth(high))
  const behind = (px: Units) => roomBehind([px(width), px(height)], widest)
  const px = fitScale([length, width, height], (at) => ({
    width: roomAcross(at(length), long) + behind(at),
    height: at(width) + gap(at) + at(height),
  }))
  const room = roomAcross(px(length), long)
  const left = startAcross(room + behind(px))
  const top = startDown(px(width) + gap(px) + px(height))
  const above = viewOf(px(length), px(width), left + room / 2, top)
  const front = viewOf(px(length), px(height), left + room / 2, top + px(width) + gap(px))
  for (const view of [above, front]) sheet.rectangle(view)
  sheet.dimensionBehind(above, wide, left + room, widest)
  sheet.dimensionBehind(front, high, left + room, widest)
  sheet.dimensionBelow(front, long)
}

const viewOf = (width: number, height: number, middle: number, top: number): View => ({
  x: middle - width / 2,
  y: top,
  width,
  height,
})
