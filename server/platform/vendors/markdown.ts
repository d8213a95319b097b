import rehypeSanitize, { type Options as Schema } from 'rehype-sanitize'
import rehypeSlug from 'rehype-slug'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { ARTICLE_TAGS, type ArticleNode, type ArticleTag } from '#domain/article.ts'

/** Prefix of all ids in an article, so that none collides with an id of the page. */
const ID_PREFIX = 's-'
/** Maximum nesting; deeper Markdown is shown as plain text. */
const MAX_DEPTH = 24
/** Base for links without a host; no real host has this name. */
const BASE_URL = 'https://here.invalid'
/** Markdown has no picture sizes; that of our drawings reserves the space (CSS pixels). */
const PICTURE = { width: '800', height: '600' }

/** Replaces disallowed headings: the page has the only h1. */
const RENAMED: Readonly<Record<string, ArticleTag>> = { h1: 'h2', h5: 'h4', h6: 'h4', b: 'strong', i: 'em' }

/** Block elements. */
const BLOCKS = new Set([
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'ul',
  'ol',
  'li',
  'pre',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'hr',
])

const SCHEMA: Schema = {
  tagNames: [...ARTICLE_TAGS, ...Object.keys(RENAMED)],
  attributes: {
    a: ['href', 'id', 'ariaLabel'],
    img: ['src', 'alt', 'title'],
    li: ['id'],
    ol: ['start'],
    th: ['align'],
    td: ['align'],
  },
  protocols: { href: ['http', 'https', 'mailto', 'tel'], src: ['https'] },
  // Markdown itself creates ids only for footnotes, and those have our prefix
  clobber: [],
  strip: ['script', 'style'],
}

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { clobberPrefix: ID_PREFIX, footnoteLabel: 'Notes' })
  .use(rehypeSanitize, SCHEMA)
  .use(rehypeSlug, { prefix: ID_PREFIX })

type Tree = ReturnType<typeof processor.runSync>
type Element = Extract<Tree['children'][number], { type: 'element' }>
type ElementContent = Element['children'][number]

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Resolves a URL as a browser would (`/\host` and `//host` are other hosts); null if invalid. */
function readAddress(address: string): URL | null {
  return URL.canParse(address, BASE_URL) ? new URL(address, BASE_URL) : null
}

function link({ href, id, ariaLabel }: Element['properties'], children: ArticleNode[]): ArticleNode[] {
  const address = readAddress(text(href))
  if (text(href) === '' || !address) return children
  const isExternal = address.origin !== BASE_URL && /^https?:$/.test(address.protocol)
  const attributes = {
    href: text(href),
    ...(text(id) && { id: text(id) }),
    ...(text(ariaLabel) && { 'aria-label': text(ariaLabel) }),
    ...(isExternal && { rel: 'noopener nofollow' }),
  }
  return [{ tag: 'a', attributes, children }]
}

function picture({ src, alt }: Element['properties']): ArticleNode[] {
  const address = readAddress(text(src))
  if (text(src) === '' || address?.protocol !== 'https:') return text(alt) ? [text(alt)] : []
  return [{ tag: 'img', attributes: { src: text(src), alt: text(alt), ...PICTURE, loading: 'lazy' }, children: [] }]
}

/** Turns a picture alone in its paragraph into a figure; its title is the caption. */
function figureOf({ tagName, children }: Element): ArticleNode[] | null {
  const [only, ...more] = children
  if (tagName !== 'p' || more.length > 0 || only?.type !== 'element' || only.tagName !== 'img') return null
  const [shown] = picture(only.properties)
  if (!shown || typeof shown === 'string') return null
  const caption = text(only.properties.title)
  return [
    { tag: 'figure', attributes: {}, children: caption ? [shown, { tag: 'figcaption', attributes: {}, children: [caption] }] : [shown] },
  ]
}

function attributesOf({ id, start, align }: Element['properties']): Record<string, string> {
  return {
    ...(text(id) && { id: text(id) }),
    ...(text(start) && { start: text(start) }),
    ...(text(align) && { 'data-align': text(align) }),
  }
}

const isTag = (name: string): name is ArticleTag => ARTICLE_TAGS.some((tag) => tag === name)

/** Links a heading to itself, unless it contains links. */
function plainLinks(nodes: ArticleNode[]): ArticleNode[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [node]
    return node.tag === 'a' ? plainLinks(node.children) : [{ ...node, children: plainLinks(node.children) }]
  })
}

function elementNodes(element: Element, depth: number): ArticleNode[] {
  const tag = RENAMED[element.tagName] ?? element.tagName
  if (tag === 'img') return picture(element.properties)
  const figure = figureOf(element)
  if (figure) return figure
  const children = toNodes(element.children, depth + 1)
  if (tag === 'a') return link(element.properties, children)
  if (!isTag(tag)) return children
  const isHeading = /^h[234]$/.test(tag)
  return [{ tag, attributes: attributesOf(element.properties), children: isHeading ? plainLinks(children) : children }]
}

function hastText(nodes: readonly ElementContent[]): string {
  const parts: string[] = []
  const rest = [...nodes].reverse()
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (node.type === 'text') parts.push(node.value)
    if (node.type === 'element') rest.push(...[...node.children].reverse())
  }
  return parts.join('')
}

/** Merges adjacent text nodes. */
function joinTexts(nodes: readonly ArticleNode[]): ArticleNode[] {
  const joined: ArticleNode[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (typeof node === 'string' && typeof last === 'string') joined[joined.length - 1] = last + node
    else joined.push(node)
  }
  return joined
}

/** Removes the line breaks that Markdown leaves between blocks. */
const isBreak = (node: ElementContent) => node.type === 'text' && /^\n*$/.test(node.value)

function toNodes(nodes: readonly ElementContent[], depth: number): ArticleNode[] {
  if (depth > MAX_DEPTH) return [hastText(nodes)].filter(Boolean)
  const kept = nodes.some((node) => node.type === 'element' && BLOCKS.has(node.tagName)) ? nodes.filter((node) => !isBreak(node)) : nodes
  return joinTexts(
    kept.flatMap((node) => {
      if (node.type === 'text') return [node.value]
      return node.type === 'element' ? elementNodes(node, depth) : []
    }),
  )
}

/**
 * Converts Markdown (CommonMark and GitHub's tables, footnotes and strikethrough) to the elements allowed in an article. Drops HTML;
 * unlinks URLs other than http(s), mailto and tel; adds `noopener nofollow` to links to other sites. Markdown nested too deeply is shown as
 * plain text.
 */
export function readMarkdown(markdown: string): ArticleNode[] {
  try {
    const tree = processor.runSync(processor.parse(markdown))
    return toNodes(
      tree.children.filter((node) => node.type !== 'doctype'),
      0,
    )
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return [{ tag: 'p', attributes: {}, children: [markdown] }]
  }
}

const printer = unified().use(rehypeStringify)

/** Returns the article as HTML with absolute URLs, for the feed. `address`: URL of the article. */
export function articleHtml(nodes: readonly ArticleNode[], address: string): string {
  const whole = (relative: string) => (URL.canParse(relative, address) ? new URL(relative, address).href : relative)
  const toHast = (node: ArticleNode): ElementContent => {
    if (typeof node === 'string') return { type: 'text', value: node }
    const { 'data-align': _align, href, src, ...attributes } = node.attributes
    const properties = { ...attributes, ...(href && { href: whole(href) }), ...(src && { src: whole(src) }) }
    return { type: 'element', tagName: node.tag, properties, children: node.children.map(toHast) }
  }
  return printer.stringify({ type: 'root', children: nodes.map(toHast) })
}
