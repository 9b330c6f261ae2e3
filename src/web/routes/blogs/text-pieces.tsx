import type { TextPiece } from '#domain/content/store-content.ts'

/** Article text with inline code, links and emphasis. */
export function TextPieces({ pieces }: { pieces: readonly TextPiece[] }) {
  return pieces.map((piece, at) => <Piece key={at} piece={piece} />)
}

function Piece({ piece }: { piece: TextPiece }) {
  switch (piece.kind) {
    case 'code':
      return (
        <code className="rounded-sm border border-line bg-surface px-1 py-px font-mono text-[0.88em] break-words text-ink">
          {piece.text}
        </code>
      )
    case 'strong':
      return <strong>{piece.text}</strong>
    case 'emphasis':
      return <em>{piece.text}</em>
    case 'link':
      return (
        <a href={piece.href} className="underline underline-offset-4 hover:text-signal">
          {piece.text}
        </a>
      )
    default:
      return piece.text
  }
}
