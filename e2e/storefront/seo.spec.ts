import type { APIRequestContext } from '@playwright/test'
import { expect, test } from '../story.ts'

/** Status and head of a page, read from its HTML without script. */
interface Head {
  status: number
  titles: string[]
  descriptions: string[]
  canonicals: string[]
  headings: number
  isIndexed: boolean
  image: string | undefined
  /** Its seller takes no orders for some time. */
  isPaused: boolean
  types: string[]
  faults: string[]
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&quot;': '"', '&#x27;': "'", '&lt;': '<', '&gt;': '>' }
const plain = (text: string) => text.replace(/&(?:amp|quot|#x27|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity)
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => plain(found))

/** Every type in structured data, however deep; addresses in it that are not whole are faults. */
function collect(value: unknown, types: string[], faults: string[]): void {
  if (typeof value === 'string' && value.startsWith('/')) faults.push(`not a whole address: ${value}`)
  if (value === null || typeof value !== 'object') return
  if ('@type' in value && typeof value['@type'] === 'string') types.push(value['@type'])
  for (const part of Object.values(value)) collect(part, types, faults)
}

async function readHead(request: APIRequestContext, url: string): Promise<Head> {
  const answer = await request.get(url, { maxRedirects: 0 })
  const html = await answer.text()
  const types: string[] = []
  const faults: string[] = []
  for (const json of html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g))
    collect(JSON.parse(json[1] ?? ''), types, faults)
  return {
    status: answer.status(),
    titles: all(html.replace(/<svg[\s\S]*?<\/svg>/g, ''), /<title>([\s\S]*?)<\/title>/g),
    descriptions: all(html, /<meta name="description" content="([^"]*)"/g),
    canonicals: all(html, /<link rel="canonical" href="([^"]*)"/g),
    headings: (html.match(/<h1[ >]/g) ?? []).length,
    isIndexed: !/<meta name="robots" content="[^"]*noindex/.test(html) && !answer.headers()['x-robots-tag'],
    image: all(html, /<meta property="og:image" content="([^"]*)"/g)[0],
    isPaused: html.includes(' takes orders again from '),
    types,
    faults,
  }
}

const OF_AN_OFFER = ['Offer', 'OfferShippingDetails', 'MerchantReturnPolicy']
/** The structured data that a page of this kind must have. */
const EXPECTED: readonly (readonly [path: RegExp, types: readonly string[]])[] = [
  [/^\/$/, ['WebSite', 'SearchAction', 'Organization', 'PostalAddress']],
  [/^\/(products|materials|producers|blog|case-studies)$/, ['CollectionPage', 'ItemList', 'ListItem', 'BreadcrumbList']],
  [/^\/products\/./, ['Product', ...OF_AN_OFFER, 'BreadcrumbList']],
  [/^\/producers\/./, ['Organization', 'BreadcrumbList']],
  [/^\/blog\/./, ['BlogPosting', 'BreadcrumbList']],
  [/^\/case-studies\/./, ['Article', 'BreadcrumbList']],
  [/^\/faq$/, ['FAQPage', 'BreadcrumbList']],
  [/^\/glossary$/, ['DefinedTermSet', 'BreadcrumbList']],
  [/^\/contact$/, ['ContactPage', 'Organization', 'BreadcrumbList']],
  [/^/, ['WebPage', 'BreadcrumbList']],
]

test('every page of the sitemap has one title, description, canonical address, heading and preview in its HTML (S1, D155 D156)', async ({
  request,
  shop,
}) => {
  const xml = await (await request.get('/sitemap.xml')).text()
  const urls = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => loc)
  const paths = urls.map((url) => new URL(url).pathname)
  for (const path of [
    '/',
    '/products',
    '/materials',
    '/producers',
    '/products/ecomat-1000',
    '/producers/north-fold-works',
    '/case-studies/automotive-efficiency',
  ])
    expect(paths).toContain(path)
  for (const path of ['/packaging', '/cart', '/search', '/account', '/login', '/admin']) expect(paths).not.toContain(path)
  const faults: string[] = []
  const heads = new Map<string, string>()
  for (const url of urls) {
    const { pathname } = new URL(url)
    const head = await readHead(request, pathname)
    const [title = '', description = ''] = [head.titles[0], head.descriptions[0]]
    const say = (isRight: boolean, fault: string) => isRight || faults.push(`${pathname}: ${fault}`)
    say(head.status === 200, `answers ${head.status}`)
    say(head.titles.length === 1 && title.length > 0 && title.length <= 60, `titles ${JSON.stringify(head.titles)}`)
    say(
      head.descriptions.length === 1 && description.length >= 20 && description.length <= 160,
      `descriptions ${JSON.stringify(head.descriptions)}`,
    )
    say(head.canonicals.length === 1 && head.canonicals[0] === url, `canonical ${head.canonicals.join()}`)
    say(head.headings === 1, `${head.headings} h1`)
    say(head.isIndexed, 'not to be indexed')
    say(/^https?:\/\/[^/]+\/.+\.(png|jpe?g|webp)/.test(head.image ?? ''), `og:image ${head.image}`)
    say(!heads.has(title), `the same title as ${heads.get(title)}`)
    for (const type of EXPECTED.find(([path]) => path.test(pathname))?.[1] ?? []) {
      const isMissing = head.isPaused && OF_AN_OFFER.includes(type)
      say(head.types.includes(type) !== isMissing, isMissing ? `${type} of a paused seller` : `no ${type}`)
    }
    for (const fault of head.faults) say(false, fault)
    heads.set(title, pathname)
  }
  expect(faults).toEqual([])
  const image = await request.get(new URL((await readHead(request, '/products/ecomat-1000')).image ?? '').pathname)
  expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/png'])
  expect(shop.origin).toBe(new URL(urls[0] ?? '').origin)
})

test('F7.1.11 private areas, searches and the cart are not indexed, one address is canonical, icons are there, slashes are dropped (D155)', {
  tag: '@smoke',
}, async ({ request }) => {
  for (const path of [
    '/search?q=mat',
    '/checkout',
    '/cart',
    '/account',
    '/login',
    '/admin',
    '/products?search=mat',
    '/producers?search=mat',
    '/no-such-page',
  ]) {
    expect([path, (await readHead(request, path)).isIndexed]).toEqual([path, false])
  }
  expect(await (await request.get('/robots.txt')).text()).not.toContain('/cart')
  expect((await readHead(request, '/packaging?category=mat')).canonicals).toEqual([expect.stringMatching(/\/materials\?category=mat$/)])
  expect((await readHead(request, '/products?view=list&sort=price&inStock=true')).canonicals).toEqual([
    expect.stringMatching(/\/products$/),
  ])
  const types: Record<string, string> = {
    '/favicon.ico': 'image/vnd.microsoft.icon',
    '/apple-touch-icon.png': 'image/png',
    '/manifest.webmanifest': 'application/manifest+json',
    '/robots.txt': 'text/plain',
    '/sitemap.xml': 'application/xml',
  }
  for (const [path, type] of Object.entries(types)) {
    const answer = await request.get(path)
    expect([path, answer.status(), answer.headers()['content-type']?.split(';')[0]]).toEqual([path, 200, type])
  }
  const { origin } = new URL((await request.get('/')).url())
  for (const [from, to] of [
    ['/products/', '/products'],
    ['/products/?category=mat-maker', '/products?category=mat-maker'],
    ['//elsewhere.example/', '/elsewhere.example'],
    ['//ELSEWHERE.example', '/elsewhere.example'],
    ['///Elsewhere.example/A?b=C', '/elsewhere.example/a?b=C'],
    ['/products/ECOMAT-1000', '/products/ecomat-1000'],
    ['/PRODUCTS/EcoMat-1000?utm_source=letter&view=list', '/products/ecomat-1000?utm_source=letter&view=list'],
    ['/products/%45comat-1000?utm_source=letter', '/products/ecomat-1000?utm_source=letter'],
    ['/Blog/Mats-Or-Chips?gclid=Ab', '/blog/mats-or-chips?gclid=Ab'],
    ['/producers/EcoPack?Utm=X', '/producers/ecopack?Utm=X'],
    ['/Case-Studies/Automotive-Efficiency', '/case-studies/automotive-efficiency'],
    ['/FAQ?q=Return', '/faq?q=Return'],
    ['/products?utm_source=letter&category=Mat-Maker', '/products?utm_source=letter&category=mat-maker'],
  ] as const) {
    const answer = await request.get(from.startsWith('//') ? `${origin}${from}` : from, { maxRedirects: 0 })
    expect([from, answer.status(), answer.headers().location]).toEqual([from, 301, to])
  }
})
