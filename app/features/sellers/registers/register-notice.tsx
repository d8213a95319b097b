import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import type { NeededNumber } from '#contract/sellers/registers.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { REGISTRATION_STATE_LABELS, STREAM_LABELS } from '#domain/producer-streams.ts'
import { ownRegistersQuery } from './queries.ts'

const numberText = ({ stream, state }: NeededNumber) =>
  `${STREAM_LABELS[stream].toLowerCase()} (${REGISTRATION_STATE_LABELS[state].toLowerCase()})`

/** Register numbers without which products of the business are not available in a country, by market. */
export function RegisterNotice() {
  const token = useToken((state) => state.token)
  const { data } = useQuery(queryOf(ownRegistersQuery(token)))
  const required = data?.needed.filter(({ mode }) => mode === 'require') ?? []
  if (required.length === 0) return null
  return (
    <div className="notice warn mt-4">
      <b>Some of your products are not available in these countries. A confirmed register number is missing:</b>
      <ul className="mt-1 list-disc pl-5">
        {[...Map.groupBy(required, ({ country }) => country)].map(([country, numbers]) => (
          <li key={country}>
            {countryNameOf(country)}: {numbers.map(numberText).join(', ')}
          </li>
        ))}
      </ul>
      <Link to="/business/registers" className="inline-flex min-h-11 items-center">
        Open Registers
      </Link>
    </div>
  )
}
