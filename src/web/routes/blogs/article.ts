/**
 * A piece of an article. In `text` and list `items`, `backticks` mark inline code; there is no other markup.
 * `code` is a block to show as it is, with a line break between lines and none at the end.
 */
export type ArticleBlock =
  | { kind: 'p'; text: string }
  | { kind: 'code'; language: 'ts'; code: string }
  | { kind: 'list'; items: readonly string[] }

/** A part of an article under one heading. */
export type ArticleSection = { heading: string; blocks: readonly ArticleBlock[] }

/** A stretch of code of one colour. */
export type CodePiece = { kind: 'plain' | 'keyword' | 'string' | 'comment' | 'name'; text: string }

/** A block and a section as the page shows them: code in its pieces. */
export type ShownBlock =
  | Exclude<ArticleBlock, { kind: 'code' }>
  | { kind: 'code'; pieces: readonly CodePiece[] }
export type ShownSection = { heading: string; blocks: readonly ShownBlock[] }

/** One question and its answer on the blogs page. */
export type Article = {
  /** Lower-case words with hyphens: the fragment or path that leads to the article. */
  slug: string
  title: string
  /** The question as a reader would ask it. */
  question: string
  /** The answer in two or three sentences (may hold `backticks`). */
  summary: string
  /** ISO date, e.g. '2026-03-02'. */
  published: string
  /** Reading time in minutes. */
  minutes: number
  sections: readonly ArticleSection[]
}
