import { createElement, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Picture } from '#app/ui/picture.tsx'
import type { ArticleElement, ArticleNode } from '#domain/article.ts'

const EMPTY = new Set(['br', 'hr'])
/** Elements with lines of their own, which run in the direction of their text. */
const BLOCKS = new Set(['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'blockquote', 'table'])

/** Returns whether an address is a page of the shop, which the router can open. */
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

function Element({ element }: { element: ArticleElement }) {
  const { tag, attributes } = element
  const children = EMPTY.has(tag) ? undefined : renderNodes(element.children)
  if (tag === 'a') return <Anchor element={element}>{children}</Anchor>
  if ((tag === 'h2' || tag === 'h3') && attributes.id) {
    return createElement(tag, { id: attributes.id, dir: 'auto' }, <a href={`#${attributes.id}`}>{children}</a>)
  }
  if (tag === 'img') {
    const { src = '', alt = '', ...rest } = attributes
    return <Picture src={src} alt={alt} sizes="(width < 48rem) 92vw, 720px" {...rest} />
  }
  const made = createElement(tag, { ...(BLOCKS.has(tag) && { dir: 'auto' }), ...attributes }, ...(children ?? []))
  return tag === 'table' ? <div className="overflow-x-auto">{made}</div> : made
}

function renderNodes(nodes: readonly ArticleNode[]): ReactNode[] {
  // an article does not change while it is read, so positions are stable keys
  return nodes.map((node, place) => (typeof node === 'string' ? node : <Element key={place} element={node} />))
}

/** An article's text, built from the elements that the server allows; nothing is ever inserted as HTML. */
export function Prose({ body }: { body: readonly ArticleNode[] }) {
  return <div className="prose">{renderNodes(body)}</div>
}
