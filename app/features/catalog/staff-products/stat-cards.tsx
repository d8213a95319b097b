import { useQuery } from '@tanstack/react-query'
import { Tiles } from '#app/features/kit/frame/tiles.tsx'
import { queryOf } from '#app/lib/api.ts'
import { figure } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { productCountsQuery } from './queries.ts'

/** Five counts over all products (B91); dashes while they load. */
export function StatCards() {
  const token = useToken((state) => state.token)
  const { data, isError } = useQuery(queryOf(productCountsQuery(token)))
  const shown = (value: number | undefined) => (value === undefined ? (isError ? 'Not known' : '–') : figure(value))
  return (
    <Tiles
      isLine
      tiles={[
        { value: shown(data?.total), label: 'Total' },
        { value: shown(data?.active), label: 'Active' },
        { value: shown(data?.inactive), label: 'Inactive' },
        { value: shown(data?.suspended), label: 'Suspended' },
        { value: shown(data?.featuredActive), label: 'Featured and active' },
      ]}
    />
  )
}
