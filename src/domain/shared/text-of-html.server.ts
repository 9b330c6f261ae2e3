import { decodeHTMLStrict } from 'entities'
import { QuoteType, Tokenizer } from 'htmlparser2'

/** Elements that begin and end a line. */
const BLOCKS = new Set(
  'address article aside blockquote body br center dd details dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav noframes ol optgroup option p plaintext pre search section select summary table tbody tfoot thead title tr ul xmp'.split(
    ' ',
  ),
)
/** Elements within a line. */
const INLINE = new Set(
  'a abbr acronym area audio b base basefont bdi bdo big blink button canvas caption cite code col colgroup data datalist del dfn em embed font frame i iframe img input ins kbd label link map mark marquee meta meter nobr noembed noscript o:p object output param picture progress q rp rt ruby s samp script slot small source span strike strong style sub sup svg td template textarea th time track tt u var video wbr'.split(
    ' ',
  ),
)
/** Elements between which words are apart. */
const CELLS = new Set(['td', 'th', 'caption', 'img'])
/** Elements whose content is not text. */
const HIDDEN = new Set(['script', 'style'])

/** Longer texts are left as they are: no text of the store is that long. */
const MAX_LENGTH = 64 * 1024
/** HTML that was escaped, even twice. */
const MAX_LAYERS = 3

/**
 * A text without the HTML of another system: paragraphs, list items and line breaks become lines, other tags
 * are left out, and character references are decoded once. Only tags of HTML elements are tags: "5 < 6 mm",
 * "<3/8" and "x<y>z" stay, as does "A&B".
 */
export function textOfHtml(html: string): string {
  if (html.length > MAX_LENGTH || !/[<&]/.test(html)) return html
  let text = html
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    const markup = markupOf(text)
    if (markup.length === 0 && layer > 0) break
    text = withoutMarkup(text, markup)
  }
  return text
}

/** Comments, also those of word processors; "a <! b > c" is none. */
const COMMENT = /^<(?:!--|\?xml|!\[(?:end)?if)/i

/** Whether a text has tags or comments. What textOfHtml returns has none. */
export const hasTags = (text: string) => text.length <= MAX_LENGTH && markupOf(text).length > 0

/** A tag, a comment, or hidden content. */
type Markup = { start: number; end: number; becomes: '' | ' ' | '\n' }

function markupOf(html: string): Markup[] {
  const markup: Markup[] = []
  let tag: { name: string; start: number; isValid: boolean } = { name: '', start: 0, isValid: false }
  let hiddenSince: Markup | null = null
  const begin = (start: number, nameStart: number, nameEnd: number) => {
    const name = html.slice(nameStart, nameEnd).toLowerCase()
    tag = { name, start, isValid: BLOCKS.has(name) || INLINE.has(name) }
  }
  const finish = (end: number) => {
    const { name, start, isValid } = tag
    if (!isValid) return
    const becomes = BLOCKS.has(name) ? '\n' : CELLS.has(name) ? ' ' : ''
    markup.push({ start, end: end + 1, becomes })
  }
  const ignore = () => undefined
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname: (start, end) => begin(start - 1, start, end),
      onattribname: ignore,
      onattribdata: ignore,
      onattribentity: ignore,
      // "a<b and c>d" is no tag.
      onattribend(quote) {
        if (quote === QuoteType.NoValue && tag.name.length === 1) tag.isValid = false
      },
      onopentagend(end) {
        finish(end)
        if (HIDDEN.has(tag.name)) hiddenSince = markup.at(-1) ?? null
      },
      onselfclosingtag: finish,
      onclosetag(start, end) {
        begin(start - 2, start, end)
        const close = html.indexOf('>', end)
        if (close === -1) return
        finish(close)
        if (HIDDEN.has(tag.name) && hiddenSince) hiddenSince.end = close + 1
        hiddenSince = null
      },
      oncomment(after, end) {
        const start = html.lastIndexOf('<', after - 1)
        const isComment = COMMENT.test(html.slice(start, start + 9)) && html[end] === '>'
        if (isComment) markup.push({ start, end: end + 1, becomes: '' })
      },
      oncdata: ignore,
      ondeclaration(start, end) {
        if (html[end] === '>') markup.push({ start: start - 2, end: end + 1, becomes: '' })
      },
      onprocessinginstruction: ignore,
      ontext: ignore,
      ontextentity: ignore,
      onend: ignore,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return markup
}

function withoutMarkup(html: string, markup: readonly Markup[]): string {
  // Where tags make the lines, line breaks are mere spaces.
  const hasLines = markup.some(({ becomes }) => becomes === '\n')
  const end: Markup = { start: html.length, end: html.length, becomes: '' }
  let text = ''
  let at = 0
  for (const { start, end: next, becomes } of [...markup, end]) {
    if (start < at) continue
    const plain = decodeHTMLStrict(html.slice(at, start).replaceAll('&nbsp;', ' '))
    text += (hasLines ? plain.replaceAll(/\s/g, ' ') : plain) + becomes
    at = next
  }
  if (!hasLines) return text
  const lines = text.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' ').trim())
  return lines.filter((line) => line !== '').join('\n')
}
