/** A link to a page of this shop. */
export type PageLink = { to: string; label: string }

/** A table; every row has as many cells as `head`, and its first cell is the row's heading. */
export type PageTable = { caption: string; head: readonly string[]; rows: readonly (readonly string[])[] }

/** A block of a page: a paragraph, a list, a table or links. */
export type PageBlock = string | { list: readonly string[] } | { table: PageTable } | { links: readonly PageLink[] } | { form: PageForm }

/** A form on paper: what it says, and the fields that are filled in by hand. */
export type PageForm = { title: string; lines: readonly string[]; fields: readonly string[]; note: string }

/** A section of a page with its heading; `id` is its anchor. */
export type PageSection = { id: string; title: string; blocks: readonly PageBlock[] }

/** A policy; `date` is the day (ISO 8601) from which this version applies. */
export type Policy = {
  path: string
  title: string
  description: string
  lead: string
  version: string
  date: string
  sections: readonly PageSection[]
}
