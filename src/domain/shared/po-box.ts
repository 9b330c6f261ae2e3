/** "PO Box 12", "Post Office Box 12", "PO Drawer K", at the beginning of a line. */
const BOX_FIRST = /^(?:p ?o|post ?office|postal|post) ?(?:box|bx|drawer|bin|lock ?box)(?![a-z])/
/** The same after other words, if a number follows, or at the end of a line. */
const BOX_WITH_NUMBER =
  /(?:^| )(?:p ?o|post ?office|postal|post) ?(?:box|bx|drawer|bin|lock ?box)(?: ?(?:no|nr|number))?(?: ?\d| [a-z](?![a-z])|$)/
/** "POB 12" */
const SHORT = /(?:^| )p ?o ?b ?(?:no ?)?\d/

/**
 * Whether an address has a PO box, which only the post delivers to. The box of a rural route is not one.
 * @param address its lines, or some of them.
 */
export function isPoBox(address: string): boolean {
  return address
    .toLowerCase()
    .split(/[,\n]/)
    .map((part) => part.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim())
    .some((part) => BOX_FIRST.test(part) || BOX_WITH_NUMBER.test(part) || SHORT.test(part))
}

/** Whether a line of an address, above its state and postal code, is a PO box. */
export function hasPoBox(
  address: Partial<Record<'name' | 'company' | 'line1' | 'line2' | 'city', string | undefined>>,
) {
  const { name, company, line1, line2, city } = address
  return isPoBox([name, company, line1, line2, city].join('\n'))
}
