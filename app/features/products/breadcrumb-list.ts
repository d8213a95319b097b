/** A page on the way from the home page to here. */
export interface Place {
  to: string
  label: string
}

/** The way to a page for search engines (schema.org), beginning at the home page. */
export function breadcrumbList(places: readonly Place[]): object {
  const itemListElement = [{ to: '/', label: 'Home' }, ...places].map(({ to, label }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    item: to,
  }))
  return { '@type': 'BreadcrumbList', itemListElement }
}
