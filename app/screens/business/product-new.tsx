import { ownProfileQuery } from '#app/features/sellers/queries.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { SellerForm } from './product/seller-form.tsx'

export const meta = () => [{ title: `Add New Product | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function NewProductScreen() {
  const token = useToken((state) => state.token)
  return (
    <Load read={ownProfileQuery(token)} failure="Your business could not be loaded.">
      {(business) => <SellerForm product={null} business={business} />}
    </Load>
  )
}
