import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import { queryOf, type Read } from '#app/lib/api.ts'
import type { Page } from '#contract/client.ts'
import { type LastList, lastList, storeLastList } from './last-list.ts'

interface NeighborLinksProps {
  /** As the list names its records. */
  records: string
  /** One record, such as "product". */
  noun: string
  id: string
  read: (query: GridQuery) => Read<Page<{ id: string }>>
  hrefOf: (id: string) => string
}

/** The same list on another page. */
function turned(list: LastList, page: number, ids: readonly string[]): LastList {
  const [path = '', search] = list.href.split('?')
  const params = new URLSearchParams(search)
  if (page === 1) params.delete('page')
  else params.set('page', String(page))
  return { ...list, href: params.size === 0 ? path : `${path}?${params}`, query: { ...list.query, page: String(page) }, ids }
}

/** Links to the previous and next record of the list that this one was opened from; none without such a list. */
export function NeighborLinks(props: NeighborLinksProps) {
  const [list] = useState(() => lastList(props.records))
  return list?.ids.includes(props.id) ? <Links {...props} list={list} /> : null
}

function Links({ records, noun, id, list, read, hrefOf }: NeighborLinksProps & { list: LastList }) {
  const at = list.ids.indexOf(id)
  const page = Number(list.query.page)
  const needs = { before: at === 0 && page > 1, after: at === list.ids.length - 1 && page * Number(list.query.limit) < list.total }
  const pageAt = (other: number, isNeeded: boolean) => ({ ...queryOf(read({ ...list.query, page: String(other) })), enabled: isNeeded })
  const before = useQuery(pageAt(page - 1, needs.before)).data?.items.map((row) => row.id) ?? []
  const after = useQuery(pageAt(page + 1, needs.after)).data?.items.map((row) => row.id) ?? []
  const previous = at > 0 ? list.ids[at - 1] : before.at(-1)
  const next = list.ids[at + 1] ?? after[0]
  return (
    <>
      {previous !== undefined && (
        <Link
          to={hrefOf(previous)}
          className="button hollow"
          onClick={() => at === 0 && storeLastList(records, turned(list, page - 1, before))}
        >
          Previous<span className="visually-hidden"> {noun}</span>
        </Link>
      )}
      {next !== undefined && (
        <Link
          to={hrefOf(next)}
          className="button hollow"
          onClick={() => list.ids[at + 1] === undefined && storeLastList(records, turned(list, page + 1, after))}
        >
          Next<span className="visually-hidden"> {noun}</span>
        </Link>
      )}
    </>
  )
}
