/** The years as ranges of consecutive ones, both ends included, in order. */
export function yearRanges(years: Iterable<number>): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = []
  for (const year of [...years].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && year <= last.to + 1) last.to = year
    else ranges.push({ from: year, to: year })
  }
  return ranges
}

/** The years of a range. */
export function yearsOf({ yearFrom, yearTo }: { yearFrom: number; yearTo: number }): number[] {
  return Array.from({ length: yearTo - yearFrom + 1 }, (_, at) => yearFrom + at)
}
