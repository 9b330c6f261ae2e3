import { describe, expect, test } from 'vitest'
import { textOfHtml } from './text-of-html.server.ts'

test.each([
  [
    'paragraphs and list items',
    '<p>Quiet <strong>ceramic</strong> pads.</p><ul><li>With shims</li><li>2 wheels</li></ul>',
    'Quiet ceramic pads.\nWith shims\n2 wheels',
  ],
  ['line breaks of any spelling', 'One<br>two<BR/>three<br class="x" />four', 'One\ntwo\nthree\nfour'],
  ['line breaks of the source', '<div>One\r\n  two</div>\n<div>three</div>', 'One two\nthree'],
  ['a table', '<table><tr><th>A</th><td>1</td></tr><tr><td>B</td><td>2</td></tr></table>', 'A 1\nB 2'],
  ['attributes with tags in them', '<a href="/x" title="1 > 2">see</a> <img alt="<p>" src=x>it', 'see  it'],
  ['scripts, styles and comments', 'A<script>if (a<b) "</p>"</script><style>p{}</style><!-- c -->B', 'AB'],
  ['the marks of a word processor', '<?xml:namespace prefix = o /><o:p></o:p><![if !x]>A<![endif]>', 'A'],
  [
    'character references',
    'Quiet &amp; clean, 90&deg;, 1&nbsp;mm, &#39;x&#x27;',
    "Quiet & clean, 90°, 1 mm, 'x'",
  ],
  [
    'references that were escaped again, decoded once',
    'Less is &amp;lt; and &amp;amp;',
    'Less is &lt; and &amp;',
  ],
  ['HTML that was escaped as a whole', '&lt;p&gt;A &amp;amp; B&lt;/p&gt;&lt;p&gt;C&lt;/p&gt;', 'A & B\nC'],
])('%s become plain text', (_, html, text) => {
  expect(textOfHtml(html)).toBe(text)
})

test.each([
  '5 < 6 mm',
  'A&B, R&D; M&regular and AT&T',
  '<3/8 or > 5/16',
  'x<y>z and M6 <M8>',
  'if a<b and c>d',
  'a < b > c',
  'torque <b',
  'see <!-- below',
  'One\n\n  two & three',
])('%j is not HTML, and stays', (text) => {
  expect(textOfHtml(text)).toBe(text)
})

describe('takes time in proportion to its length, whatever the text:', () => {
  const MAX = 64 * 1024
  const cpuMs = (text: string) => {
    const before = process.cpuUsage()
    textOfHtml(text)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const fill = (part: string, length = MAX) => part.repeat(Math.floor(length / part.length))
  const usual = fill('<p>Quiet <b>ceramic</b> pads &amp; shims.</p>')
  cpuMs(usual)
  test.each([
    ['<', fill('<')],
    ['&', fill('&')],
    ['&amp;lt;', fill('&amp;lt;')],
    ['attributes', `<b ${fill('a=1 ', MAX - 10)}>`],
    ['tags that nothing closes', fill('<b>', MAX / 2) + fill('</i>', MAX / 2)],
    ['unfinished tags', fill('</b')],
    ['unfinished comments', fill('<!--')],
    ['open quotes', fill('<a b="')],
    ['scripts', fill('<script>')],
    ['spaces', `<p>${fill(' ', MAX - 3)}`],
    ['one long reference', `&#${fill('1', MAX - 2)}`],
  ])('%s', (_, text) => {
    // Quadratic work would take thousands of times as long.
    const usualMs = Math.min(...Array.from({ length: 3 }, () => cpuMs(usual)))
    const ms = Math.min(...Array.from({ length: 3 }, () => cpuMs(text)))
    expect(ms).toBeLessThan(20 * Math.max(usualMs, 1))
  })
})
