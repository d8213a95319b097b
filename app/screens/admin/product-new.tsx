import { sellersQuery } from '#app/features/catalog/staff-products/sellers.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { StaffForm } from './product/staff-form.tsx'

export const meta = () => [{ title: `Add Product | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

/** A new product of any business. */
export default function NewProductScreen() {
  const token = useToken((state) => state.token)
  return (
    <Load read={sellersQuery(token)} failure="The businesses could not be loaded.">
      {(sellers) => <StaffForm product={null} sellers={sellers} seller={sellers.length === 1 ? (sellers[0] ?? null) : null} />}
    </Load>
  )
}
