import { parse, type TokenType } from 'sugar-high/core'
import { tokenize } from 'sugar-high/lang/typescript'
import type { CodePiece } from '#domain/content/store-content.ts'

/** The highlighted token kinds; the rest is plain. */
const kinds: Partial<Record<TokenType, CodePiece['kind']>> = {
  keyword: 'keyword',
  string: 'string',
  comment: 'comment',
  class: 'name',
  entity: 'name',
}
const TYPESCRIPT = /^(?:ts|tsx|js|jsx|typescript|javascript)$/i

/**
 * Splits code into as few colored pieces as possible; their texts joined are the code. Runs on the server, so
 * that no browser loads a highlighter. `language` as in Markdown after ```; only TypeScript and JavaScript
 * are colored.
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
    // White space has no color: append it to the previous piece.
    if (last && (last.kind === kind || value.trim() === '')) last.text += value
    else pieces.push({ kind, text: value })
  }
  return pieces
}
