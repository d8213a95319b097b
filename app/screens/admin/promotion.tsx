import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { BackLink } from '#app/features/kit/frame/back-link.tsx'
import { usePageTitle } from '#app/features/kit/frame/use-page-title.ts'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import { DeletePromo } from '#app/features/pricing/delete-promo.tsx'
import { PromoForm } from '#app/features/pricing/promo-form.tsx'
import { formatUses, PromoStateBadge } from '#app/features/pricing/promo-labels.tsx'
import { promotionQuery } from '#app/features/pricing/queries.ts'
import { api, queryOf } from '#app/lib/api.ts'
import { day } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { PromoCode } from '#contract/pricing/promotions.ts'

export const meta = () => [{ title: `Promo code | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function PromotionScreen() {
  const token = useToken((state) => state.token)
  const { id = '' } = useParams()
  const { data } = useQuery(queryOf(promotionQuery(token, id)))
  usePageTitle(data ? `${data.code} | Promotions` : null)
  return (
    <>
      <BackLink records="promotions" usual="/admin/promotions">
        Promotions
      </BackLink>
      {data && <p className="text-ink-2">Promo code</p>}
      <h1 className="wrap-anywhere">{data?.code ?? 'Promo code'}</h1>
      <Load read={promotionQuery(token, id)} failure="The promo code could not be loaded.">
        {(code) => <Promotion key={code.id} code={code} />}
      </Load>
    </>
  )
}

function Promotion({ code }: { code: PromoCode }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-7 gap-y-3 mt-3">
        <dl className="flex flex-wrap gap-x-9 gap-y-2">
          <div>
            <dt className="text-ink-2 text-sm">State</dt>
            <dd className="font-semibold">
              <PromoStateBadge state={code.state} />
            </dd>
          </div>
          <div>
            <dt className="text-ink-2 text-sm">Times used</dt>
            <dd className="font-semibold">{formatUses(code)}</dd>
          </div>
          <div>
            <dt className="text-ink-2 text-sm">Created</dt>
            <dd className="font-semibold">{day(code.createdAt)}</dd>
          </div>
        </dl>
        <p className="row-actions">
          <Writers>
            <Link to={`/admin/promotions/new?from=${code.id}`} className="button hollow small">
              Duplicate
            </Link>
          </Writers>
          <Writers>
            <button type="button" className="button danger small" onClick={() => setAsking(true)}>
              Delete
            </button>
          </Writers>
        </p>
      </div>
      <PromoForm
        code={code}
        save={(body) => api.promotions.update({ params: { id: code.id }, body })}
        onSaved={(saved) => {
          client.setQueryData(promotionQuery(token, code.id).queryKey, saved)
          void client.invalidateQueries({ queryKey: officeKey(token) })
        }}
      />
      {isAsking && (
        <DeletePromo code={code} onClose={() => setAsking(false)} onDeleted={() => void navigate('/admin/promotions', { replace: true })} />
      )}
    </>
  )
}
