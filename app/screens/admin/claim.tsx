import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ownClaimQuery } from '#app/features/content/claims/own-queries.ts'
import { BackLink } from '#app/features/kit/frame/back-link.tsx'
import { usePageTitle } from '#app/features/kit/frame/use-page-title.ts'
import { queryOf } from '#app/lib/api.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { ClaimEditor } from './claim-form.tsx'

export const meta = () => [{ title: `Claim | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function ClaimScreen() {
  const { id = '' } = useParams()
  const token = useToken((state) => state.token)
  const { data } = useQuery(queryOf(ownClaimQuery(token, id)))
  usePageTitle(data ? `${data.wording} | Claims` : null)
  return (
    <>
      <BackLink records="claims" usual="/admin/claims">
        Public claims
      </BackLink>
      {data && <p className="text-ink-2">Claim</p>}
      <h1 className="wrap-anywhere">{data?.wording ?? 'Claim'}</h1>
      <Load read={ownClaimQuery(token, id)} failure="The claim could not be loaded.">
        {(claim) => <ClaimEditor key={claim.id} claim={claim} />}
      </Load>
    </>
  )
}
