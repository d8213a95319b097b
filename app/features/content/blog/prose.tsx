import { createElement, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { ArticleElement, ArticleNode } from '#domain/article.ts'

const EMPTY = new Set(['img', 'br', 'hr'])

/** Pages of the shop, which open without loading everything anew. */
const isPage = (href: string) => /^\/(?![/\\])(?!api\/)[^.]*$/.test(href)

function Anchor({ element, children }: { element: ArticleElement; children: ReactNode }) {
  const { href = '', ...attributes } = element.attributes
  if (isPage(href)) {
    return (
      <Link to={href} {...attributes}>
        {children}
      </Link>
    )
  }
  return (
    <a href={href} {...attributes}>
      {children}
    </a>
  )
}

function Piece({ element }: { element: ArticleElement }) {
  const { tag, attributes } = element
  const children = EMPTY.has(tag) ? undefined : piecesOf(element.children)
  if (tag === 'a') return <Anchor element={element}>{children}</Anchor>
  if ((tag === 'h2' || tag === 'h3') && attributes.id) {
    return createElement(tag, { id: attributes.id }, <a href={`#${attributes.id}`}>{children}</a>)
  }
  const made = createElement(tag, attributes, ...(children ?? []))
  return tag === 'table' ? <div className="overflow-x-auto">{made}</div> : made
}

function piecesOf(nodes: readonly ArticleNode[]): ReactNode[] {
  // an article does not change under its reader: places are good keys
  return nodes.map((node, place) => (typeof node === 'string' ? node : <Piece key={place} element={node} />))
}

/** The text of an article, made of the elements that the server allows (D148); nothing is ever taken as HTML. */
export function Prose({ body }: { body: readonly ArticleNode[] }) {
  return <div className="prose">{piecesOf(body)}</div>
}
