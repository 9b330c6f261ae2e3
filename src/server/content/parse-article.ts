import type { BlockContent, DefinitionContent, Nodes, PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { type Article, type ArticleBlock, plainText, type TextPiece } from '#domain/content/store-content.ts'
import { isDay } from '#domain/shared/day.ts'
import { highlightCode } from './highlight-code.ts'

const WORDS_PER_MINUTE = 200
const FILE_NAME = /^(\d{4}-\d{2}-\d{2})-([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/
const SHAPE =
  'Begin an article with "# Title", then "> Question", then the short answer, then sections with "## Heading"'

/** Called with each problem and its node. */
type Report = (problem: string, at?: Nodes) => void

/** An article from its Markdown file. HTML and anything else but these blocks is reported as a problem. */
export function parseArticle(
  file: string,
  markdown: string,
  onProblem: (problem: string) => void,
): Article | null {
  const problems: string[] = []
  const report: Report = (problem, at) => {
    const where = at?.position ? `line ${at.position.start.line}: ` : ''
    problems.push(`${where}${problem}`)
  }
  const [, published = '', slug = ''] = FILE_NAME.exec(file) ?? []
  if (!isDay(published)) report('must be named by its date and slug, such as 2026-10-05-how-to-torque.md')

  const [first, second, third, ...rest] = fromMarkdown(markdown).children
  const title = first?.type === 'heading' ? first : null
  const question = second?.type === 'blockquote' ? second : null
  const summary = third?.type === 'paragraph' ? third : null
  if (title?.depth !== 1 || !question || !summary) report(SHAPE, first)
  const article: Article = {
    slug,
    published,
    title: plainText(piecesOf(title?.children ?? [], report)),
    question: (question?.children ?? []).map((child) => textOf(child, report)).join(' '),
    summary: piecesOf(summary?.children ?? [], report),
    minutes: Math.max(1, Math.round(markdown.split(/\s+/).length / WORDS_PER_MINUTE)),
    sections: sectionsOf(rest, report),
  }
  if (article.sections.length === 0 && problems.length === 0) report(SHAPE)
  for (const problem of problems) onProblem(problem)
  return problems.length === 0 ? article : null
}

function sectionsOf(nodes: readonly RootContent[], report: Report): Article['sections'] {
  const sections: { heading: string; blocks: ArticleBlock[] }[] = []
  for (const node of nodes) {
    if (node.type === 'heading' && node.depth === 2) {
      sections.push({ heading: plainText(piecesOf(node.children, report)), blocks: [] })
      continue
    }
    const block = blockOf(node, report)
    const section = sections.at(-1)
    if (!section) report(SHAPE, node)
    else if (block) section.blocks.push(block)
  }
  return sections
}

function blockOf(node: RootContent, report: Report): ArticleBlock | null {
  switch (node.type) {
    case 'paragraph':
      return { kind: 'paragraph', pieces: piecesOf(node.children, report) }
    case 'heading':
      if (node.depth === 1) report('has a second "# Title"', node)
      return { kind: 'heading', text: plainText(piecesOf(node.children, report)) }
    case 'code':
      return { kind: 'code', pieces: highlightCode(node.value, node.lang ?? '') }
    case 'list':
      return {
        kind: 'list',
        ordered: node.ordered === true,
        items: node.children.map((item) => itemOf(item.children, report)),
      }
    default:
      report(
        `${WORDS.get(node.type) ?? node.type} cannot be shown: paragraphs, lists, code, and headings with ## or ### can`,
        node,
      )
      return null
  }
}

const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    html: 'HTML',
    image: 'a picture',
    blockquote: 'a quotation',
    thematicBreak: 'a horizontal rule',
  }),
)

function itemOf(blocks: readonly (BlockContent | DefinitionContent)[], report: Report): TextPiece[] {
  const [first, second] = blocks
  if (second) report('a list item must be a single paragraph', second)
  if (first?.type !== 'paragraph') {
    report('a list item must be a single paragraph', first)
    return []
  }
  return piecesOf(first.children, report)
}

function piecesOf(nodes: readonly PhrasingContent[], report: Report): TextPiece[] {
  return nodes.map((node): TextPiece => {
    switch (node.type) {
      case 'text':
        return { kind: 'text', text: node.value.replaceAll('\n', ' ') }
      case 'break':
        return { kind: 'text', text: ' ' }
      case 'inlineCode':
        return { kind: 'code', text: node.value }
      case 'strong':
      case 'emphasis':
        return { kind: node.type, text: plainText(piecesOf(node.children, report)) }
      case 'link':
        if (!/^(?:https?:\/\/|mailto:|\/(?!\/)|#)/i.test(node.url))
          report(`the link "${node.url.slice(0, 60)}" must begin with https://, http://, mailto: or /`, node)
        return { kind: 'link', text: plainText(piecesOf(node.children, report)), href: node.url }
      default:
        report(`${WORDS.get(node.type) ?? node.type} cannot be shown`, node)
        return { kind: 'text', text: '' }
    }
  })
}

function textOf(node: BlockContent | DefinitionContent, report: Report): string {
  if (node.type === 'paragraph') return plainText(piecesOf(node.children, report))
  report('the question must be a single paragraph', node)
  return ''
}
