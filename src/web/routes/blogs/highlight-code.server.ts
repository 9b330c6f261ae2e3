import { parse, type TokenType } from 'sugar-high/core'
import { tokenize } from 'sugar-high/lang/typescript'
import type { ArticleSection, CodePiece, ShownSection } from './article.ts'

/** Only what helps reading is told apart; all else is plain. */
const kinds: Partial<Record<TokenType, CodePiece['kind']>> = {
  keyword: 'keyword',
  string: 'string',
  comment: 'comment',
  class: 'name',
  entity: 'name',
}

/** The sections with their code cut into pieces to colour. On the server, so that no browser loads a highlighter. */
export function highlightSections(sections: readonly ArticleSection[]): ShownSection[] {
  return sections.map(({ heading, blocks }) => ({
    heading,
    blocks: blocks.map((block) =>
      block.kind === 'code' ? { kind: 'code', pieces: highlightCode(block.code) } : block,
    ),
  }))
}

/** Pieces of TypeScript (and JSX) code; their texts one after the other are the code. As few as the colours need. */
export function highlightCode(code: string): CodePiece[] {
  const tokens = parse(code, { tokenize }).lines.flatMap(({ tokens: line, index }) =>
    index === 0 ? line : [{ type: 'break' as const, value: '\n' }, ...line],
  )
  const pieces: CodePiece[] = []
  for (const { type, value } of tokens) {
    const last = pieces.at(-1)
    const kind = kinds[type] ?? 'plain'
    // White space has no colour: it goes with what is before it.
    if (last && (last.kind === kind || value.trim() === '')) last.text += value
    else pieces.push({ kind, text: value })
  }
  return pieces
}
