/** Line breaks of a text, or between two positions of it. */
export function countLines(text: string, lineBreak = '\n', from = 0, to = text.length): number {
  let count = 0
  for (let at = text.indexOf(lineBreak, from); at !== -1 && at < to; at = text.indexOf(lineBreak, at + 1))
    count += 1
  return count
}

/** Lines of a chunk of a file that end before its first bytes that are not UTF-8. */
export function utf8Lines(chunk: Uint8Array): number {
  // It may begin inside a character of the previous chunk.
  const begin = chunk.findIndex((byte) => (byte & 0xc0) !== 0x80)
  const [before = ''] = new TextDecoder().decode(chunk.subarray(Math.max(begin, 0))).split('\uFFFD', 1)
  return countLines(before)
}
