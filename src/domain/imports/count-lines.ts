/** The line break of a text: CR LF counts as LF. */
export function lineBreakOf(text: string): '\n' | '\r' {
  return text.includes('\r') && !text.includes('\n') ? '\r' : '\n'
}

/** Line breaks of a text, or between two positions of it. */
export function countLines(text: string, lineBreak: string, from = 0, to = text.length): number {
  let count = 0
  for (let at = text.indexOf(lineBreak, from); at !== -1 && at < to; at = text.indexOf(lineBreak, at + 1))
    count += 1
  return count
}
