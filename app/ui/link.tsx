import { type ComponentProps, createElement } from 'react'
import { Link as RouterLink } from 'react-router'

type LinkProps = ComponentProps<typeof RouterLink>

/** A path that the router writes as it is: without dots and empty names. */
const PLAIN = /^\/(?![/.])(?:[^?#/\\]|\/(?![/.]))*(?:[?#]|$)/

/** The same element as the router's, without its hooks: a click is the browser's. */
function Anchor(props: LinkProps) {
  const {
    to,
    target,
    discover = 'render',
    prefetch: _prefetch,
    relative: _relative,
    reloadDocument: _reload,
    replace: _replace,
    mask,
    state: _state,
    preventScrollReset: _scroll,
    viewTransition: _transition,
    defaultShouldRevalidate: _revalidate,
    ref: _ref,
    ...rest
  } = props
  if (typeof to !== 'string' || mask || !PLAIN.test(to)) return <RouterLink {...props} />
  return createElement('a', { ...rest, href: to, target, 'data-discover': discover === 'render' ? 'true' : undefined })
}

/** The router's link; on the server, where nobody clicks, without what it does for that. */
export const Link: typeof RouterLink | typeof Anchor = import.meta.env.SSR ? Anchor : RouterLink
