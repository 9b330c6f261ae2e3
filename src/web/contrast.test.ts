import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('./app.css', import.meta.url), 'utf8')

/** The tokens of app.css: name → [light, dark]. */
const tokens = new Map(
  [...css.matchAll(/--color-([\w-]+):\s*light-dark\((#[\da-f]{6}),\s*(#[\da-f]{6})\)/g)].map(
    ([, name, light, dark]) => [String(name), { light: String(light), dark: String(dark) }] as const,
  ),
)

const themes = ['light', 'dark'] as const
const grounds = ['paper', 'surface', 'raised']

// Text on each of the three backgrounds, and text on colored backgrounds.
const texts = [
  ...['ink', 'ink-soft', 'signal', 'ok', 'danger'].flatMap((text) =>
    grounds.map((ground) => [text, ground] as const),
  ),
  ['action-ink', 'action'],
  ['action-ink', 'action-strong'],
  ['danger-ink', 'danger'],
  ['paper', 'ink'],
  ['ink', 'signal-wash'],
  ['signal', 'signal-wash'],
  ['ink', 'ok-wash'],
  ['ok', 'ok-wash'],
  ['ink', 'caution-wash'],
  ['ink', 'danger-wash'],
  ['danger', 'danger-wash'],
  // Identifiers in code samples.
  ['focus', 'paper'],
] as const

// Control borders and the focus ring.
const edges = ['line-strong', 'focus', 'action-edge', 'caution'].flatMap((edge) =>
  grounds.map((ground) => [edge, ground] as const),
)

for (const theme of themes) {
  test.each(texts)(`in the ${theme} theme %s is readable on %s (4.5 : 1)`, (text, ground) => {
    expect(contrast(color(text, theme), color(ground, theme))).toBeGreaterThanOrEqual(4.5)
  })
  test.each(edges)(`in the ${theme} theme %s is visible on %s (3 : 1)`, (edge, ground) => {
    expect(contrast(color(edge, theme), color(ground, theme))).toBeGreaterThanOrEqual(3)
  })
}

function color(name: string, theme: (typeof themes)[number]): string {
  const token = tokens.get(name)
  if (!token) throw new Error(`app.css has no color --color-${name} with a light and a dark value`)
  return token[theme]
}

/** WCAG 2 contrast ratio of two colors `#rrggbb`. */
function contrast(first: string, second: string): number {
  const [dark, light] = [luminance(first), luminance(second)].toSorted((a, b) => a - b)
  return (Number(light) + 0.05) / (Number(dark) + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * Number(red) + 0.7152 * Number(green) + 0.0722 * Number(blue)
}
