/** Kinds of records that have public pages. */
export type PageKind = 'products' | 'producers' | 'articles'

/**
 * Facts about a screen, exported by its route module as `handle` and read by the server. Those of a layout hold for every screen inside it.
 */
export interface RouteHandle {
  /** Belongs to one user: no browser or proxy stores it, and crawlers are kept out. */
  isPrivate?: boolean
  /** False for a public screen that the sitemap leaves out. */
  isListed?: boolean
  /** False for a screen whose address holds a secret: its pages are rendered for each request. */
  isCached?: boolean
  /** Records that the screen lists; the sitemap dates it by their newest change. */
  changesWith?: readonly PageKind[]
}
