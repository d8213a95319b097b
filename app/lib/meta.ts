import { isRouteErrorResponse } from 'react-router'
import { rasterPath } from '#domain/picture.ts'
import { truncateAtWord } from '#domain/text.ts'
import { absoluteUrl } from './public-url.ts'
import { getShop } from './shop.ts'
import { breadcrumbList, graph, webPage } from './structured-data.ts'

const TITLE_MAX = 60
const DESCRIPTION_MAX = 160
/** Minimum length of a useful description: a shorter one gets the names of the page and the shop added. */
const DESCRIPTION_MIN = 50
/** Preview image of pages without one of their own. */
const DEFAULT_IMAGE = '/drawings/scenes/hero.svg'
const CARD = { width: '1200', height: '630' } as const

/** Said of a page that cannot be made because the shop's database is away. */
export const AWAY = {
  title: "We'll be right back",
  description: "The shop can't be reached right now. Try again in a moment.",
} as const

interface PageMeta {
  title: string
  description: string
  /** Path of the one address that search engines shall keep. */
  canonical?: string
  /** Address of a picture; of a drawing the card in PNG is shown. */
  image?: string
  isPrivate?: boolean
  /** Made on the server alone (`import.meta.env.SSR &&`). Default: the page itself and the way to it, where it may be found at all. */
  structuredData?: object | false | undefined
}

/** The title in a tab: with the shop's name where there is room. */
function titleOf(title: string): string {
  const { name } = getShop()
  const whole = title.includes(name) ? title : `${title} | ${name}`
  return whole.length <= TITLE_MAX ? whole : truncateAtWord(title, TITLE_MAX)
}

function rasterOf(image: string): string {
  return absoluteUrl(rasterPath(image))
}

function summaryOf(title: string, description: string): string {
  const isEnough = description.length >= DESCRIPTION_MIN
  const whole = isEnough
    ? description
    : `${description} ${title} on ${getShop().name}: machines that upcycle cardboard, and packaging made from it.`
  return truncateAtWord(whole.trim(), DESCRIPTION_MAX)
}

/** Structured data with whole addresses: those that consume it have no page to resolve a path against. */
function withWholeAddresses(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('/drawings/') ? rasterOf(value) : absoluteUrl(value)
  if (Array.isArray(value)) return value.map(withWholeAddresses)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withWholeAddresses(part)]))
}

function imageTags(image: string, title: string) {
  const isCard = /^\/drawings\/[^?]+\.svg/.test(image)
  return [
    { property: 'og:image', content: rasterOf(image) },
    ...(isCard ? Object.entries(CARD).map(([name, content]) => ({ property: `og:image:${name}`, content })) : []),
    { property: 'og:image:alt', content: title },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

function ownData({ title, description, canonical, isPrivate }: PageMeta): object | undefined {
  if (!canonical || isPrivate) return undefined
  return graph(webPage({ title, description, path: canonical }), breadcrumbList([{ to: canonical, label: title }]))
}

/**
 * Structured data of the page that was loaded, as the server wrote it. Programs read it there; the browser makes none for pages it goes to,
 * and needs no script for it.
 */
const LOADED = import.meta.env.SSR ? null : readLoaded()

function readLoaded() {
  const text = document.querySelector('script[type="application/ld+json"]')?.textContent
  return text ? { pathname: location.pathname, data: JSON.parse(text) as object } : null // as the server wrote it
}

/** Structured data for the head: what the server makes, in the browser what the loaded page has. */
function headData(page: PageMeta): unknown {
  if (!import.meta.env.SSR) return LOADED?.pathname === location.pathname ? LOADED.data : undefined
  const { structuredData = ownData(page) } = page
  return structuredData && withWholeAddresses(structuredData)
}

/** The head of a page that could not be shown: `missing` where there is nothing at its address, else that the shop is away. */
export function failedMeta(error: unknown, missing: Pick<PageMeta, 'title' | 'description'>) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return pageMeta({ ...(isMissing ? missing : AWAY), isPrivate: true })
}

/** The head of a page: title, description, canonical address, preview, structured data. Addresses are whole, under the shop's own. */
export function pageMeta(page: PageMeta) {
  const { title, description, canonical, image, isPrivate } = page
  const summary = summaryOf(title, description)
  const address = canonical && absoluteUrl(canonical)
  const data = headData(page)
  return [
    { title: titleOf(title) },
    { name: 'description', content: summary },
    { property: 'og:site_name', content: getShop().name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: summary },
    { property: 'og:type', content: 'website' },
    ...imageTags(image ?? DEFAULT_IMAGE, title),
    ...(address
      ? [
          { tagName: 'link' as const, rel: 'canonical', href: address },
          { property: 'og:url', content: address },
        ]
      : []),
    ...(isPrivate ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(data ? [{ 'script:ld+json': data as Record<string, never> }] : []), // an object stays one
  ]
}
