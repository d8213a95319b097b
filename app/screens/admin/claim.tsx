import { Link, useParams } from 'react-router'
import { ownClaimQuery } from '#app/features/content/claims/own-queries.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { ClaimEditor } from './claim-form.tsx'

export const meta = () => [{ title: `Claim | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function ClaimScreen() {
  const { id = '' } = useParams()
  const token = useToken((state) => state.token)
  return (
    <>
      <Link to="/admin/claims" className="back-link">
        Claims
      </Link>
      <h1>Claim</h1>
      <Load read={ownClaimQuery(token, id)} failure="The claim could not be loaded.">
        {(claim) => <ClaimEditor key={claim.id} claim={claim} />}
      </Load>
    </>
  )
}
