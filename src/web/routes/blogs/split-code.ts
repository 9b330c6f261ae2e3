/** A stretch of a text: plain, or inline code. */
export type TextPiece = { code: boolean; text: string }

/** Splits a text at its `backticks`. A backtick without a partner stays what it is. */
export function splitCode(text: string): TextPiece[] {
  return text
    .split(/(`[^`]+`)/)
    .filter((piece) => piece !== '')
    .map((piece) =>
      piece.length > 2 && piece.startsWith('`') && piece.endsWith('`')
        ? { code: true, text: piece.slice(1, -1) }
        : { code: false, text: piece },
    )
}
