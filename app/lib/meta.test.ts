import { beforeAll, expect, test } from 'vitest'
import { pageMeta } from './meta.ts'
import { absoluteUrl, setPublicUrl } from './public-url.ts'

beforeAll(() => setPublicUrl('https://shop.example'))

const tagsOf = (page: Parameters<typeof pageMeta>[0]) => pageMeta(page) as Record<string, unknown>[]
const contentOf = (page: Parameters<typeof pageMeta>[0], name: string) =>
  tagsOf(page).find((tag) => tag.property === name || tag.name === name)?.content
const page = { title: 'Mats', description: 'Mats of used boxes.', canonical: '/materials?category=mat' }

test('D155 addresses in the head are whole, under the address of the shop', () => {
  expect(tagsOf(page).find(({ rel }) => rel === 'canonical')).toMatchObject({ href: 'https://shop.example/materials?category=mat' })
  expect(contentOf(page, 'og:url')).toBe('https://shop.example/materials?category=mat')
  expect(contentOf(page, 'og:image')).toBe('https://shop.example/drawings/scenes/hero.png')
  expect(contentOf(page, 'twitter:card')).toBe('summary_large_image')
  expect(contentOf({ ...page, image: '/drawings/a/mat-maker.svg?v=3' }, 'og:image')).toBe(
    'https://shop.example/drawings/a/mat-maker.png?v=3',
  )
  expect(contentOf({ ...page, image: 'https://maker.example/a.jpg' }, 'og:image')).toBe('https://maker.example/a.jpg')
  expect(contentOf({ ...page, image: 'https://maker.example/a.jpg' }, 'og:image:width')).toBeUndefined()
})

test('D155 structured data has whole addresses, and pictures that are no drawings', () => {
  const structuredData = {
    '@graph': [{ url: '/products/a', image: ['/drawings/a/hero.svg?v=1'], name: 'Up to 1/2', sameAs: ['https://a.example'] }],
  }
  expect(tagsOf({ ...page, structuredData }).find((tag) => 'script:ld+json' in tag)?.['script:ld+json']).toEqual({
    '@graph': [
      {
        url: 'https://shop.example/products/a',
        image: ['https://shop.example/drawings/a/hero.png?v=1'],
        name: 'Up to 1/2',
        sameAs: ['https://a.example'],
      },
    ],
  })
})

test.each([
  ['Mats', 'Mats | Reflute'],
  ['Reflute', 'Reflute'],
  ['x'.repeat(50), `${'x'.repeat(50)} | Reflute`],
  ['A name of fifty-one letters, which leaves it no room', 'A name of fifty-one letters, which leaves it no room'],
  [`${'long '.repeat(13)}end`, `${'long '.repeat(12).trim()}…`],
])('D155 a title has at most 60 characters: %s', (title, whole) => {
  const [{ title: written }] = tagsOf({ ...page, title }) as [{ title: string }]
  expect(written).toBe(whole)
  expect(written.length).toBeLessThanOrEqual(60)
})

test('D155 a description has at most 160 characters', () => {
  const written = contentOf({ ...page, description: 'word '.repeat(60) }, 'description')
  expect(String(written).length).toBeLessThanOrEqual(160)
})

test('D155 a description that says next to nothing names the page and the shop as well', () => {
  const written = String(contentOf({ ...page, title: 'Slit mat', description: 'Mine.' }, 'description'))
  expect(written).toMatch(/^Mine\. Slit mat on Reflute: /)
  expect(written.length).toBeLessThanOrEqual(160)
})

test('only paths of the shop are made whole', () => {
  expect(absoluteUrl('//elsewhere.example/x')).toBe('//elsewhere.example/x')
  expect(absoluteUrl('/x')).toBe('https://shop.example/x')
})
