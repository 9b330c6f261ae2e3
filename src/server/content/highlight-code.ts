import { parse, type TokenType } from 'sugar-high/core'
import { tokenize } from 'sugar-high/lang/typescript'
import type { CodePiece } from '#domain/content/store-content.ts'

/** Only what helps reading is told apart; all else is plain. */
const kinds: Partial<Record<TokenType, CodePiece['kind']>> = {
  keyword: 'keyword',
  string: 'string',
  comment: 'comment',
  class: 'name',
  entity: 'name',
}
const TYPESCRIPT = /^(?:ts|tsx|js|jsx|typescript|javascript)$/i

/**
 * Pieces of code to color; their texts one after the other are the code. As few as the colors need. On the server, so that no
 * browser loads a highlighter. `language` as Markdown has it after ```; only TypeScript and JavaScript are colored.
 */
export function highlightCode(code: string, language: string): CodePiece[] {
  if (!TYPESCRIPT.test(language)) return [{ kind: 'plain', text: code }]
  const tokens = parse(code, { tokenize }).lines.flatMap(({ tokens: line, index }) =>
    index === 0 ? line : [{ type: 'break' as const, value: '\n' }, ...line],
  )
  const pieces: CodePiece[] = []
  for (const { type, value } of tokens) {
    const last = pieces.at(-1)
    const kind = kinds[type] ?? 'plain'
    // White space has no color: it goes with what is before it.
    if (last && (last.kind === kind || value.trim() === '')) last.text += value
    else pieces.push({ kind, text: value })
  }
  return pieces
}
