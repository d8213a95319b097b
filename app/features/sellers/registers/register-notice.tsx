import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import { countryInText } from '#domain/country-name.ts'
import { ownRegistersQuery } from './queries.ts'

/** Countries in which products of the business are not available without a register number. */
export function RegisterNotice() {
  const token = useToken((state) => state.token)
  const { data } = useQuery(queryOf(ownRegistersQuery(token)))
  const required = data?.needed.filter(({ mode }) => mode === 'require') ?? []
  if (required.length === 0) return null
  const countries = [...new Set(required.map(({ country }) => country))].map(countryInText)
  return (
    <p className="notice warn mt-4">
      <b>Some of your products are not available in {countries.join(' and ')}.</b> A register number is missing or not confirmed.{' '}
      <Link to="/business/registers">Open Registers</Link>
    </p>
  )
}
