import { trimText } from './text.ts'
/** Elements of an article; its title is the page's, so headings begin at h2. */
export const ARTICLE_TAGS = [
  'h2',
  'h3',
  'h4',
  'p',
  'a',
  'img',
  'figure',
  'figcaption',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'del',
  'sup',
  'code',
  'pre',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'hr',
  'br',
] as const

export type ArticleTag = (typeof ARTICLE_TAGS)[number]

/**
 * An element of an article. `attributes` carry their HTML names: id, href, rel, aria-label, src, alt, width, height, loading, start,
 * data-align.
 */
export interface ArticleElement {
  tag: ArticleTag
  attributes: Record<string, string>
  children: ArticleNode[]
}

/** A node of an article: text or an element. Never HTML, so that nothing in it can run. */
export type ArticleNode = string | ArticleElement

/** A heading that a table of contents links to. */
interface ArticleHeading {
  id: string
  text: string
  level: 2 | 3
}

/** Returns the text of nodes without elements; pictures count as nothing. */
export function articleText(nodes: readonly ArticleNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : articleText(node.children))).join('')
}

/** Returns true if an article shows something: a picture, or text of which something can be seen. */
export function showsSomething(nodes: readonly ArticleNode[]): boolean {
  return nodes.some((node) => (typeof node === 'string' ? trimText(node) !== '' : node.tag === 'img' || showsSomething(node.children)))
}

/** Returns an article's headings of the first two levels, in reading order. */
export function articleHeadings(nodes: readonly ArticleNode[]): ArticleHeading[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    if (node.tag !== 'h2' && node.tag !== 'h3') return articleHeadings(node.children)
    const id = node.attributes.id ?? ''
    const text = articleText(node.children).trim()
    return id === '' || text === '' ? [] : [{ id, text, level: node.tag === 'h2' ? 2 : 3 } as const]
  })
}
