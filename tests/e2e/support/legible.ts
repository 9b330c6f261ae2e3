import { expect, type Page } from './test.ts'

/**
 * Windows that must need vertical scrolling only: the narrowest (WCAG 1.4.10), and 200 % text size without
 * zoom (1.4.4), on a phone too; with AXE=all also half a desktop's width, as at 200 % zoom. Width in px; the
 * text size is that of <html>.
 */
const WINDOWS = [
  { width: 320, text: '100%' },
  ...(process.env['AXE'] === 'all' ? [{ width: 640, text: '100%' }] : []),
  { width: 1280, text: '200%' },
  { width: 360, text: '200%' },
] as const

/**
 * Checks the page in each window: no text is outside of the page or its frame, clipped or covered by other
 * text.
 */
export async function expectLegible(page: Page, what: string): Promise<void> {
  for (const { width, text } of WINDOWS) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), text)
    const illegible = await page.evaluate(findLost, text === '100%')
    expect.soft(illegible, `${what} at ${width} px with text of ${text}`).toEqual([])
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
}

/**
 * Runs in the page: lists each unreadable piece of text, and each broken price, with the reason. Text inside
 * of a scroll container may be out of view.
 * @param isUsualSize of the text: larger prices may break, and tables leave their frame.
 */
function findLost(isUsualSize: boolean): string[] {
  type Piece = { text: string; layer: Element | null; lines: DOMRect[] }
  const pieces: Piece[] = []
  const illegible: string[] = []
  if (document.documentElement.scrollWidth > innerWidth)
    illegible.push(`the page is ${document.documentElement.scrollWidth} px wide`)

  const hidden = '.sr-only, script, style, option, textarea'
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    const parent = node.parentElement
    if (!text || !parent?.checkVisibility() || parent.closest(hidden)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
    let scrolls = false
    let layer: Element | null = null
    for (
      let box: Element | null = parent;
      box && box !== document.body && !scrolls;
      box = box.parentElement
    ) {
      const { overflowX, overflowY, position, borderTopWidth, borderBottomWidth } = getComputedStyle(box)
      if (!layer && position !== 'static' && position !== 'relative') layer = box
      if (overflowX === 'visible' && overflowY === 'visible') {
        // With large text, the columns of a table may need more than its frame, within the page.
        const isBound = !layer && (isUsualSize || !parent.closest('table'))
        const isFrame = isBound && borderTopWidth !== '0px' && borderBottomWidth !== '0px'
        if (isFrame && leaves(lines, box)) illegible.push(`outside of its frame: ${text.slice(0, 40)}`)
        continue
      }
      const { left, right, bottom, width } = box.getBoundingClientRect()
      // For screen readers only.
      if (width <= 1) {
        scrolls = true
        break
      }
      // A carousel shows its other slides later.
      scrolls = overflowX === 'auto' || overflowX === 'scroll' || box.matches('.swiper')
      if (
        !scrolls &&
        lines.some((line) => line.left < left - 1 || line.right > right + 1 || line.bottom > bottom + 3)
      )
        illegible.push(`cut off: ${text.slice(0, 40)}`)
    }
    if (scrolls) continue
    if (isUsualSize && lines.length > 1 && /^\$[\d,]+\.\d\d$/.test(text)) illegible.push(`broken: ${text}`)
    if (lines.some(({ left }) => left < 0)) illegible.push(`left of the page: ${text.slice(0, 40)}`)
    pieces.push({ text, layer, lines })
  }

  // From top to bottom, each line is compared with those that begin above its end: the API reference has
  // thousands. Plain numbers, since a DOMRect computes each of its edges.
  const lines = pieces
    .flatMap(({ lines: rects, ...piece }, at) =>
      rects.map(({ left, right, top, bottom, height }) => ({
        ...piece,
        at,
        left,
        right,
        top,
        bottom,
        height,
      })),
    )
    .toSorted((one, other) => one.top - other.top)
  const covered = new Set<string>()
  for (const [at, one] of lines.entries())
    for (let next = at + 1; next < lines.length; next += 1) {
      const other = lines[next]
      if (!other || other.top >= one.bottom) break
      // Floating elements, such as toasts, may cover text.
      if (one.at === other.at || one.layer !== other.layer || !covers(one, other)) continue
      const [first, second] = one.at < other.at ? [one, other] : [other, one]
      covered.add(`over each other: ${first.text.slice(0, 40)} / ${second.text.slice(0, 40)}`)
    }
  illegible.push(...covered)
  return illegible

  function leaves(text: readonly DOMRect[], box: Element): boolean {
    const { left, right, top, bottom } = box.getBoundingClientRect()
    return text.some(
      (line) =>
        line.left < left - 1 || line.right > right + 1 || line.top < top - 3 || line.bottom > bottom + 3,
    )
  }

  type Line = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom' | 'height'>
  function covers(a: Line, b: Line): boolean {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    // Neighboring lines touch: glyphs are lower than their line box.
    return across > 2 && down > 0.4 * Math.min(a.height, b.height)
  }
}
