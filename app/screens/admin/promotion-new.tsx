import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { BackLink } from '#app/features/kit/frame/back-link.tsx'
import { toDraft } from '#app/features/pricing/promo-draft.ts'
import { PromoForm } from '#app/features/pricing/promo-form.tsx'
import { promotionQuery } from '#app/features/pricing/queries.ts'
import { api } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { PromoCode } from '#contract/pricing/promotions.ts'

export const meta = () => [{ title: `Add promo code | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function PromotionNewScreen() {
  const token = useToken((state) => state.token)
  const from = useSearchParams()[0].get('from')
  return (
    <>
      <BackLink records="promotions" usual="/admin/promotions">
        Promotions
      </BackLink>
      <h1>Add promo code</h1>
      {from === null ? (
        <NewPromo like={null} />
      ) : (
        <Load read={promotionQuery(token, from)} failure="The promo code could not be loaded.">
          {(code) => <NewPromo like={code} />}
        </Load>
      )}
    </>
  )
}

/** A copy has a code of its own, and is switched off until somebody has looked at it. */
const copyOf = (code: PromoCode) => ({ ...toDraft(code), code: `${code.code.slice(0, 35)}-COPY`, isActive: false, hinted: false })

function NewPromo({ like }: { like: PromoCode | null }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [saved, setSaved] = useState<PromoCode>()
  useEffect(() => {
    if (saved) void navigate(`/admin/promotions/${saved.id}`, { replace: true })
  }, [saved, navigate])
  return (
    <PromoForm
      code={null}
      {...(like && { start: copyOf(like) })}
      save={(body) => api.promotions.create({ body })}
      onSaved={(code) => {
        client.setQueryData(promotionQuery(token, code.id).queryKey, code)
        void client.invalidateQueries({ queryKey: officeKey(token) })
        setSaved(code)
      }}
    />
  )
}
