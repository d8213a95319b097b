import { type ComponentProps, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter, Link as RouterLink } from 'react-router'
import { expect, test } from 'vitest'
import { Link } from './link.tsx'

type Props = ComponentProps<typeof RouterLink>

const written = (link: typeof Link, props: Props) =>
  renderToStaticMarkup(
    createElement(MemoryRouter, { initialEntries: ['/products/a?page=2'] }, createElement(link as typeof RouterLink, props)),
  )

test.each<Props>([
  { to: '/', className: 'logo' },
  { to: '/products/ecomat-1000', prefetch: 'intent', onFocus: () => {} },
  { to: '/products/' },
  { to: '/products?search=a%20b&tag=x//y#reviews', preventScrollReset: true, replace: true, state: { from: '/' } },
  { to: '/products/é"<&', title: '"<&' },
  { to: '/licenses.txt', reloadDocument: true },
  { to: '/a', target: '_blank', rel: 'noopener' },
  { to: '/a', discover: 'none', relative: 'path', viewTransition: true },
  { to: '/a//b' },
  { to: '//host/a' },
  { to: '/../a' },
  { to: '/a/./b' },
  { to: '/.well-known/x' },
  { to: '/a\\b' },
  { to: 'b?x=1' },
  { to: '?page=3' },
  { to: '#top' },
  { to: '' },
  { to: { pathname: '/a', search: '?b=1' } },
  { to: 'https://example.com/a' },
  { to: 'mailto:a@example.com' },
])('on the server a link is written as the router writes it: $to', (props) => {
  expect(import.meta.env.SSR).toBe(true)
  expect(written(Link, props)).toBe(written(RouterLink, props))
})
