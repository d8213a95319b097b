/** A page of this shop that a text leads to. */
export type PageLink = { to: string; label: string }

/** A table of a text; every row has as many cells as `head`, the first names the row. */
export type PageTable = { caption: string; head: readonly string[]; rows: readonly (readonly string[])[] }

/** A piece of a text: a paragraph, a list, a table, or where to go from here. */
export type PageBlock = string | { list: readonly string[] } | { table: PageTable } | { links: readonly PageLink[] }

/** A part of a written page under its own heading; `id` is its anchor. */
export type PageSection = { id: string; title: string; blocks: readonly PageBlock[] }

/** A policy of the shop as it stands; `date` is the day (ISO) from which this version counts. */
export type Policy = {
  path: string
  title: string
  description: string
  lead: string
  version: string
  date: string
  sections: readonly PageSection[]
}
