import { escapeMarkup } from '#domain/markup.ts'

/** An address of the sitemap: its path, and the date of its last change (null: unknown). */
export interface SitemapEntry {
  path: string
  changedAt: Date | null
}

/** The protocol's limit of addresses in a file. */
export const MAX_ENTRIES = 50_000

const OPENING = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const day = (date: Date) => date.toISOString().slice(0, 10)

function urlOf(publicUrl: string, { path, changedAt }: SitemapEntry): string {
  const lastmod = changedAt ? `<lastmod>${day(changedAt)}</lastmod>` : ''
  return `<url><loc>${escapeMarkup(publicUrl + path)}</loc>${lastmod}</url>\n`
}

/**
 * Writes the sitemap of these pages, with the shop's own addresses.
 * @param part from 1; null for the whole, which is an index of parts when one file cannot hold all
 * @returns null when there is no such part
 */
export function writeSitemap(publicUrl: string, entries: readonly SitemapEntry[], part: number | null): string | null {
  const parts = Math.max(1, Math.ceil(entries.length / MAX_ENTRIES))
  if (part === null && parts > 1) {
    const files = Array.from(
      { length: parts },
      (_, at) => `<sitemap><loc>${escapeMarkup(`${publicUrl}/sitemap.xml?part=${at + 1}`)}</loc></sitemap>\n`,
    )
    return `${OPENING}<sitemapindex ${NAMESPACE}>\n${files.join('')}</sitemapindex>\n`
  }
  const first = (part ?? 1) - 1
  if (first >= parts) return null
  const urls = entries.slice(first * MAX_ENTRIES, (first + 1) * MAX_ENTRIES).map((entry) => urlOf(publicUrl, entry))
  return `${OPENING}<urlset ${NAMESPACE}>\n${urls.join('')}</urlset>\n`
}
