import { describe, expect, test } from 'vitest'
import { type ArticleNode, articleHeadings, articleText } from '#domain/article.ts'
import { cpuTimeOf } from '#server/testing/cpu-time.ts'
import { articleHtml, readMarkdown } from './markdown.ts'

const html = (markdown: string) => articleHtml(readMarkdown(markdown), 'https://shop.example/blog/x')

/** Every element of an article. */
const elements = (nodes: readonly ArticleNode[]): Exclude<ArticleNode, string>[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...elements(node.children)]))

const HOSTILE = [
  '<script>alert(1)</script>',
  'a <script>alert(1)</script> b',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><a href="javascript:alert(1)">x</a></svg>',
  '<iframe src="https://evil.example"></iframe>',
  '<style>body{display:none}</style>',
  '<p style="position:fixed" onclick="alert(1)">x</p>',
  '<form action="https://evil.example"><input name=q autofocus onfocus=alert(1)></form>',
  '<base href="https://evil.example">',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](&#x0A;javascript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](vbscript:x)',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml,<svg/onload=alert(1)>)',
  '![x"onerror="alert(1)](https://x.example/a.png)',
  '![x](https://x.example/a.png"onerror="alert(1))',
  '![x](https://x.example/a.png "t\\"onerror=\\"alert(1)")',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n\n[x]',
  '## <img src=x onerror=alert(1)> heading',
  '`<script>alert(1)</script>`',
  '```html\n<script>alert(1)</script>\n```',
  '| <script>alert(1)</script> | b |\n|---|---|\n| [x](javascript:alert(1)) | <b onmouseover=x>c</b> |',
  '[^1]\n\n[^1]: <script>alert(1)</script> [x](javascript:alert(1))',
  '<!-- --><script>alert(1)</script>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
]

describe('D148 what could run does not get through', () => {
  test.each(HOSTILE)('%j', (markdown) => {
    const nodes = readMarkdown(markdown)
    for (const { attributes } of elements(nodes)) {
      expect(Object.keys(attributes).filter((name) => name.startsWith('on') || name === 'style' || name === 'class')).toEqual([])
      for (const name of ['href', 'src']) {
        const address = attributes[name]
        if (address !== undefined) expect(new URL(address, 'https://shop.example').protocol).toMatch(/^(https?|mailto|tel):$/)
      }
    }
    const markup = html(markdown).replace(/(?<=["\s])(alt|title)="[^"]*"/g, '')
    expect(markup).not.toMatch(/<(script|style|iframe|svg|form|input|base|object|embed|math|link|meta)\b/i)
    expect(markup).not.toMatch(/<[^>]*\son\w+\s*=/i)
  })
})

test('only the text of harmless HTML stays', () => {
  expect(html('a <b>b</b> <i class="x">c</i>')).toBe('<p>a b c</p>')
})

test('headings begin below the title of the page, have ids of their own and no links within', () => {
  const nodes = readMarkdown('# One\n\n## Two [linked](/faq)\n\n### Two linked\n\n## Main\n\n## Main\n\n##### Deep')
  expect(articleHeadings(nodes)).toEqual([
    { id: 's-one', text: 'One', level: 2 },
    { id: 's-two-linked', text: 'Two linked', level: 2 },
    { id: 's-two-linked-1', text: 'Two linked', level: 3 },
    { id: 's-main', text: 'Main', level: 2 },
    { id: 's-main-1', text: 'Main', level: 2 },
  ])
  expect(elements(nodes).filter(({ tag }) => tag === 'a' || tag === ('h1' as string))).toEqual([])
})

test.each([
  ['/products/ecomat-1000', undefined],
  ['#s-part', undefined],
  ['mailto:hello@reflute.test', undefined],
  ['https://eur-lex.europa.eu/', 'noopener nofollow'],
  ['http://example.com', 'noopener nofollow'],
  ['//evil.example/x', 'noopener nofollow'],
])('a link to %s carries rel %j', (href, rel) => {
  const [paragraph] = readMarkdown(`[x](${href})`)
  const [anchor] = elements([paragraph ?? ''])[0]?.children ?? []
  expect(anchor).toEqual({ tag: 'a', attributes: { href, ...(rel && { rel }) }, children: ['x'] })
})

test('a picture waits until it is near, keeps its room, and with a title it has a caption', () => {
  expect(readMarkdown('![A box](/drawings/scenes/step-box.svg "Before")')).toEqual([
    {
      tag: 'figure',
      attributes: {},
      children: [
        {
          tag: 'img',
          attributes: { src: '/drawings/scenes/step-box.svg', alt: 'A box', width: '800', height: '600', loading: 'lazy' },
          children: [],
        },
        { tag: 'figcaption', attributes: {}, children: ['Before'] },
      ],
    },
  ])
  expect(html('![only words](ftp://x/y.png)')).toBe('<p>only words</p>')
})

test('tables keep their columns aligned, notes lead there and back', () => {
  const nodes = readMarkdown('| a | b |\n|---|--:|\n| 1 | 2 |\n\nx[^n]\n\n[^n]: Note')
  expect(elements(nodes).filter(({ attributes }) => attributes['data-align'] === 'right')).toHaveLength(2)
  const links = elements(nodes).filter(({ tag }) => tag === 'a')
  const ids = new Set(elements(nodes).map(({ attributes }) => attributes.id))
  expect(links).toHaveLength(2)
  for (const { attributes } of links) expect(ids).toContain(attributes.href?.slice(1))
})

test('text that is nested without end is shown, and quickly', async () => {
  const took = await cpuTimeOf(() => {
    for (const deep of [`${'>'.repeat(10_000)} end`, `${'['.repeat(2500)} end`, `${'*a '.repeat(2500)} end`]) {
      expect(articleText(readMarkdown(deep))).toContain('end')
    }
  })
  expect(took).toBeLessThan(5000)
})
