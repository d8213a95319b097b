import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import { ownRegistersQuery } from './queries.ts'

/** Register numbers without which products of the business are not available in a country, and where to get them. */
export function RegisterNotice() {
  const token = useToken((state) => state.token)
  const { data } = useQuery(queryOf(ownRegistersQuery(token)))
  const required = data?.needed.filter(({ mode }) => mode === 'require') ?? []
  if (required.length === 0) return null
  return (
    <div className="notice warn mt-4">
      <b>Some of your products are not available everywhere.</b>
      <ul className="mt-1 list-disc pl-5">
        {required.map(({ country, stream, text }) => (
          <li key={`${country} ${stream}`} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
      <Link to="/business/registers" className="inline-flex min-h-11 items-center">
        Open Registers
      </Link>
    </div>
  )
}
