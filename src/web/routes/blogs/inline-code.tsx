import { splitCode } from './split-code.ts'

/** A text whose `backticks` mark code. */
export function InlineCode({ text }: { text: string }) {
  return splitCode(text).map((piece, at) =>
    piece.code ? (
      <code
        key={at}
        className="rounded-sm border border-line bg-surface px-1 py-px font-mono text-[0.88em] break-words text-ink"
      >
        {piece.text}
      </code>
    ) : (
      piece.text
    ),
  )
}
