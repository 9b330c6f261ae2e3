import type { Article, ArticleBlock, CodePiece } from '#domain/content/store-content.ts'
import { TextPieces } from './text-pieces.tsx'

/** Colors on the dark background of a code block. contrast.test.ts checks each. */
const codeColors: Record<Exclude<CodePiece['kind'], 'plain'>, string> = {
  keyword: 'text-signal',
  string: 'text-ok',
  comment: 'text-ink-soft',
  name: 'text-focus',
}

/** The body of an article. Its sections have the anchors `#part-1`, `#part-2` … */
export function ArticleSections({ sections }: { sections: Article['sections'] }) {
  return (
    <div className="min-w-0">
      {sections.map(({ heading, blocks }, at) => (
        <section key={heading} className="mt-10 space-y-5">
          <h2 id={`part-${at + 1}`} className="scroll-mt-6 text-3xl sm:text-4xl">
            {heading}
          </h2>
          {blocks.map((block, place) => (
            <Block key={place} block={block} />
          ))}
        </section>
      ))}
    </div>
  )
}

function Block({ block }: { block: ArticleBlock }) {
  if (block.kind === 'paragraph') {
    return (
      <p className="text-[1.0625rem] leading-[1.7]">
        <TextPieces pieces={block.pieces} />
      </p>
    )
  }
  if (block.kind === 'heading') return <h3 className="text-2xl">{block.text}</h3>
  if (block.kind === 'list') {
    const points = block.items.map((item, at) => (
      <li key={at} className="pl-1">
        <TextPieces pieces={item} />
      </li>
    ))
    const look = 'space-y-2.5 pl-6 text-[1.0625rem] leading-[1.65] marker:text-signal'
    return block.ordered ? (
      <ol className={`list-decimal ${look}`}>{points}</ol>
    ) : (
      <ul className={`list-[square] ${look}`}>{points}</ul>
    )
  }
  return (
    <pre
      // Long lines scroll, so the block must be focusable.
      tabIndex={0}
      role="group"
      aria-label="Code"
      className="graphite overflow-x-auto rounded-md border border-line px-4 py-4 font-mono text-sm leading-relaxed sm:px-6 sm:py-5"
    >
      <code>
        {block.pieces.map(({ kind, text }, at) =>
          kind === 'plain' ? (
            text
          ) : (
            <span key={at} className={codeColors[kind]}>
              {text}
            </span>
          ),
        )}
      </code>
    </pre>
  )
}
