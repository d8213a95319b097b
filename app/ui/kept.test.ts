import { type ComponentProps, createElement, Fragment, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { fillKept, Kept, KeptContext } from './kept.tsx'

// with the part as its child, which the props therefore lack
const kept = (name: string, part: ReactNode) => createElement(Kept, { name } as ComponentProps<typeof Kept>, part)

const page = (marked: string, text: string) =>
  createElement(
    Fragment,
    null,
    kept(`head ${marked}`, createElement('nav', null, marked, ' & ', text)),
    createElement('main', null, text, createElement('template', { 'data-kept': 'guessed head a' }, 'theirs')),
    kept('foot', createElement('footer', null, 'All', 1)),
  )

test('a page has the same markup with the parts that are kept as without, and each part is rendered once by its name', () => {
  const keeping = { texts: new Map<string, string>(), mark: 'n1' }
  const rendered = (marked: string, text: string) =>
    fillKept(renderToString(createElement(KeptContext, { value: keeping }, page(marked, text))), keeping)
  for (const marked of ['a', 'b']) expect(rendered(marked, 'first')).toBe(renderToString(page(marked, 'first')))
  expect(rendered('a', 'later')).toBe(
    renderToString(page('a', 'later')).replace('a<!-- --> &amp; <!-- -->later', 'a<!-- --> &amp; <!-- -->first'),
  )
  expect([...keeping.texts.keys()]).toEqual(['head a', 'foot', 'head b'])
})
