/** Line breaks of a text, or between two positions of it. */
export function countLines(text: string, lineBreak = '\n', from = 0, to = text.length): number {
  let count = 0
  for (let at = text.indexOf(lineBreak, from); at !== -1 && at < to; at = text.indexOf(lineBreak, at + 1))
    count += 1
  return count
}

/** Lines of a piece of a file that end before the first bytes that are not UTF-8. */
export function utf8Lines(piece: Uint8Array): number {
  // It may begin within a letter of the piece before.
  const begin = piece.findIndex((byte) => (byte & 0xc0) !== 0x80)
  const [before = ''] = new TextDecoder().decode(piece.subarray(Math.max(begin, 0))).split('\uFFFD', 1)
  return countLines(before)
}
