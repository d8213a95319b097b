import { Fragment } from 'react'
import type { PublicSeller } from '#contract/sellers/businesses.ts'
import { STREAM_LABELS } from '#domain/producer-streams.ts'

/** Returns the numbers of a seller in registers of producers that count in a country. */
export const numbersFor = (numbers: PublicSeller['producerNumbers'], country: string) => numbers.filter((one) => one.country === country)

/** Numbers of a seller in registers of producers of one country. */
export function NamedNumbers({ numbers }: { numbers: PublicSeller['producerNumbers'] }) {
  return (
    <dl className="pairs">
      {numbers.map(({ stream, number }) => (
        <Fragment key={stream}>
          <dt>{STREAM_LABELS[stream]}</dt>
          <dd className="wrap-anywhere">
            <bdi>{number}</bdi>
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
