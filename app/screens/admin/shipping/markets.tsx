import { useState } from 'react'
import { figure } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { Markets } from '#contract/platform/markets.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { MarketsForm } from './markets-form.tsx'
import { marketsQuery } from './queries.ts'

type Market = Markets['markets'][number]

/** Countries that the shop sells to, and the form of their list in its place. */
export function MarketsSection({ mayEdit }: { mayEdit: boolean }) {
  const token = useToken((state) => state.token)
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-labelledby="markets" className="mt-6">
      <h2 id="markets" className="text-xl">
        Markets
      </h2>
      <p className="max-w-text text-ink-2">
        Countries that the shop sells to. Addresses in other countries are refused. Businesses always see prices without tax.
      </p>
      <Load read={marketsQuery(token)} failure="The markets could not be loaded.">
        {(answer) =>
          isOpen ? (
            <MarketsForm opened={answer} onClose={() => setOpen(false)} />
          ) : (
            <Summary markets={answer.markets} mayEdit={mayEdit} onEdit={() => setOpen(true)} />
          )
        }
      </Load>
    </section>
  )
}

function Summary({ markets, mayEdit, onEdit }: { markets: readonly Market[]; mayEdit: boolean; onEdit: () => void }) {
  const open = markets.filter((market) => market.isOpen)
  const rows = [
    ['Open', namesOf(open, markets)],
    [
      'Private persons see prices with tax',
      namesOf(
        open.filter(({ priceDisplay }) => priceDisplay === 'gross'),
        open,
      ),
    ],
    [
      'Businesses only',
      namesOf(
        open.filter(({ sellsToConsumers }) => !sellsToConsumers),
        open,
      ),
    ],
    [
      'Closed',
      namesOf(
        markets.filter((market) => !market.isOpen),
        markets,
      ),
    ],
  ] as const
  return (
    <div className="panel mt-3 p-4.5">
      <dl className="pairs">
        {rows.map(([label, names]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="wrap-anywhere">{names}</dd>
          </div>
        ))}
      </dl>
      {mayEdit && (
        <button type="button" className="button hollow small mt-3" onClick={onEdit}>
          Edit markets
        </button>
      )}
    </div>
  )
}

/** Names some of the markets: 'None', 'All 40 countries', or the names. */
function namesOf(some: readonly Market[], all: readonly Market[]): string {
  if (some.length === 0) return 'None'
  if (some.length === all.length && some.length > 3) return `All ${figure(some.length)} countries`
  return some.map(({ country }) => countryNameOf(country)).join(', ')
}
