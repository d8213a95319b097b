import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

/** Confirms a request, one line for each seller that it went to, in place of the form: its heading gets the focus. */
export function Sent({ quotes }: { quotes: readonly { id: string; number: string; businessName: string | null }[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div role="status" className="notice ok">
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-24 text-lg">
        Request sent
      </h2>
      <p>You'll get an email with the offer.</p>
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
