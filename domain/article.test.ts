import { expect, test } from 'vitest'
import { type ArticleNode, articleHeadings, articleText } from './article.ts'

const heading = (tag: 'h2' | 'h3' | 'h4', id: string, ...children: ArticleNode[]): ArticleNode => ({ tag, attributes: { id }, children })

test('the text of an article is what its elements hold, in order', () => {
  expect(articleText(['a ', { tag: 'em', attributes: {}, children: ['b', { tag: 'br', attributes: {}, children: [] }] }, ' c'])).toBe(
    'a b c',
  )
  expect(articleText([])).toBe('')
})

test('the headings are those of two levels that lead somewhere, in reading order', () => {
  const nodes = [
    heading('h2', 's-one', 'One ', { tag: 'em', attributes: {}, children: ['more'] }),
    { tag: 'blockquote', attributes: {}, children: [heading('h3', 's-two', 'Two')] } as const,
    heading('h4', 's-deep', 'Deep'),
    heading('h2', 's-empty', ' '),
    heading('h2', '', 'No id'),
  ]
  expect(articleHeadings(nodes as ArticleNode[])).toEqual([
    { id: 's-one', text: 'One more', level: 2 },
    { id: 's-two', text: 'Two', level: 3 },
  ])
})
