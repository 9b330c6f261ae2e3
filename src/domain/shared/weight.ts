export const GRAMS_PER_POUND = 453.592_37

/** The nearest gram. */
export function gramsOfPounds(pounds: number): number {
  return Math.round(pounds * GRAMS_PER_POUND)
}

/** "2.2": pounds of at most two decimals, of which gramsOfPounds makes the same grams if it made them. */
export function poundsText(grams: number): string {
  return String(Math.round((grams / GRAMS_PER_POUND) * 100) / 100)
}
