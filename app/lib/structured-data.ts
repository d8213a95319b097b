/* What pages tell search engines (schema.org). Addresses are paths of the shop; `pageMeta` makes them whole. */

/** A page on the way from the home page to here. */
export interface Place {
  to: string
  label: string
}

/** Several things of one page as one document. */
export const graph = (...things: readonly object[]): object => ({ '@context': 'https://schema.org', '@graph': things })

/** The way to a page, beginning at the home page. */
export function breadcrumbList(places: readonly Place[]): object {
  const itemListElement = [{ to: '/', label: 'Home' }, ...places].map(({ to, label }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    item: to,
  }))
  return { '@type': 'BreadcrumbList', itemListElement }
}

/** A page as a page of this shop; `type` says which kind. */
export function webPage(page: { title: string; description: string; path: string }, type = 'WebPage'): object {
  const { title, description, path } = page
  return { '@type': type, '@id': path, url: path, name: title, description, inLanguage: 'en', isPartOf: { '@id': '/#website' } }
}

interface Listed {
  title: string
  description: string
  path: string
  /** The way to the list, itself last. */
  places: readonly Place[]
  /** Items on this page of the list, in order. */
  entries: readonly Place[]
  /** The place of the first entry in the whole list, from 1. */
  first?: number
}

/** A page that leads to others: what it is, where each entry leads, and the way to it. */
export function listData({ places, entries, first = 1, ...page }: Listed): object {
  const itemListElement = entries.map(({ to, label }, index) => ({ '@type': 'ListItem', position: first + index, name: label, url: to }))
  return graph({ ...webPage(page, 'CollectionPage'), mainEntity: { '@type': 'ItemList', itemListElement } }, breadcrumbList(places))
}
