import { Link } from 'react-router'

/** Confirms a request, one line for each seller that it went to. */
export function Sent({ quotes }: { quotes: readonly { id: string; number: string; businessName: string | null }[] }) {
  return (
    <div role="status" className="notice ok">
      <p className="font-medium">Request sent. You'll get an email with the offer.</p>
      <ul className="mt-2">
        {quotes.map(({ id, number, businessName }) => (
          <li key={id}>
            <Link to={`/quotes/${id}`}>{number}</Link> to {businessName ? <bdi>{businessName}</bdi> : 'our team'}
          </li>
        ))}
      </ul>
    </div>
  )
}
