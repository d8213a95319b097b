import { Link } from 'react-router'
import { onTimeText } from '#app/features/sellers/businesses/on-time.ts'
import { placeOf } from '#app/features/sellers/businesses/producer-card.tsx'
import { day, figure } from '#app/lib/format.ts'
import { Picture } from '#app/ui/picture.tsx'
import type { BusinessProfile } from '#contract/sellers/businesses.ts'

const TYPES = { producer: 'Producer', consumer: 'Consumer' } as const

/** "www.northfold.example" of a whole address. */
const hostOf = (website: string) => website.replace(/^https?:\/\//, '').replace(/\/$/, '')

function Contact({ producer: { name, slug, website, email, phone } }: { producer: BusinessProfile }) {
  return (
    <ul className="producer-contact flex flex-wrap items-center gap-x-6 gap-y-1 mt-6">
      <li>
        <Link to="/contact" className="button">
          Ask a question
        </Link>
      </li>
      {website && (
        <li>
          <a href={website} rel="noopener nofollow">
            {hostOf(website)}
            <span className="visually-hidden">
              , website of <bdi>{name}</bdi>
            </span>
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
      <li>
        <Link className="no-print" rel="nofollow" to={`/report?address=/producers/${slug}`}>
          Report this producer
        </Link>
      </li>
    </ul>
  )
}

function Figures({ producer: { machineCount, materialCount, createdAt, onTime } }: { producer: BusinessProfile }) {
  return (
    <dl className="producer-figures grid grid-cols-[1fr_1fr] fold-t md:grid-cols-[1fr] md:content-center md:py-4 md:border-t-0 md:fold-l">
      <div>
        <dt className="text-ink-2 text-sm">Equipment</dt>
        <dd className="display-lg/[1.25]">{figure(machineCount)}</dd>
      </div>
      <div>
        <dt className="text-ink-2 text-sm">Materials</dt>
        <dd className="display-lg/[1.25]">{figure(materialCount)}</dd>
      </div>
      <div>
        <dt className="text-ink-2 text-sm">Selling here since</dt>
        <dd className="display-lg/[1.25]">{day(createdAt)}</dd>
      </div>
      {onTime && (
        <div>
          <dt className="text-ink-2 text-sm">{onTimeText(onTime)}</dt>
          <dd className="display-lg/[1.25]">{onTime.percent}% on time</dd>
        </div>
      )}
    </dl>
  )
}

/** Seller with its place, start date and contact data. */
export function Profile({ producer }: { producer: BusinessProfile }) {
  const { name, logo, description, businessType, pauseText } = producer
  return (
    <div className="frame grid mt-2 md:grid-cols-[minmax(0,1fr)_320px]">
      <div className="px-5 py-6 md:px-11 md:py-9">
        {logo && <Picture className="size-24 mb-4 object-contain" sizes="96px" src={logo} alt="" width={96} height={96} />}
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <p className="mt-2 text-ink-2">
          <bdi>{[TYPES[businessType], placeOf(producer)].filter(Boolean).join(' · ')}</bdi>
        </p>
        {pauseText && <p className="notice warn mt-4 max-w-text">{pauseText}</p>}
        {description && (
          <p dir="auto" className="mt-4 max-w-text">
            {description}
          </p>
        )}
        <Contact producer={producer} />
      </div>
      <Figures producer={producer} />
    </div>
  )
}
