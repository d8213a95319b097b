import { Link } from 'react-router'
import { onTimeText } from '#app/features/sellers/businesses/on-time.ts'
import { placeOf } from '#app/features/sellers/businesses/producer-card.tsx'
import { day } from '#app/lib/format.ts'
import type { BusinessProfile } from '#contract/sellers/businesses.ts'

const TYPES = { producer: 'Producer', consumer: 'Consumer' } as const

/** "www.northfold.example" of a whole address. */
const hostOf = (website: string) => website.replace(/^https?:\/\//, '').replace(/\/$/, '')

function Contact({ producer: { name, website, email, phone } }: { producer: BusinessProfile }) {
  return (
    <ul className="producer-contact">
      <li>
        <Link to="/contact" className="button">
          Ask a question
        </Link>
      </li>
      {website && (
        <li>
          <a href={website} rel="noopener nofollow">
            {hostOf(website)}
            <span className="visually-hidden">, website of {name}</span>
          </a>
        </li>
      )}
      {email && (
        <li>
          <a href={`mailto:${email}`}>{email}</a>
        </li>
      )}
      {phone && (
        <li>
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
        </li>
      )}
    </ul>
  )
}

function Figures({ producer: { machineCount, materialCount, createdAt, onTime } }: { producer: BusinessProfile }) {
  return (
    <dl className="producer-figures">
      <div>
        <dt>Equipment</dt>
        <dd>{machineCount}</dd>
      </div>
      <div>
        <dt>Materials</dt>
        <dd>{materialCount}</dd>
      </div>
      <div>
        <dt>Selling here since</dt>
        <dd>{day(createdAt)}</dd>
      </div>
      {onTime && (
        <div>
          <dt>{onTimeText(onTime)}</dt>
          <dd>{onTime.percent}% on time</dd>
        </div>
      )}
    </dl>
  )
}

/** Seller with its place, start date and contact data (D50). */
export function Profile({ producer }: { producer: BusinessProfile }) {
  const { name, logo, description, businessType } = producer
  return (
    <div className="frame producer-profile">
      <div className="producer-words">
        {logo && <img src={logo} alt="" width={96} height={96} />}
        <h1>{name}</h1>
        <p className="mt-2 text-ink-2">{[TYPES[businessType], placeOf(producer)].filter(Boolean).join(' · ')}</p>
        {description && <p className="mt-4 max-w-text">{description}</p>}
        <Contact producer={producer} />
      </div>
      <Figures producer={producer} />
    </div>
  )
}
