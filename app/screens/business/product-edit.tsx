import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { productFormQuery } from '#app/features/catalog/product-form/queries.ts'
import { ownProfileQuery } from '#app/features/sellers/queries.ts'
import { RegisterNotice } from '#app/features/sellers/registers/register-notice.tsx'
import { queryOf } from '#app/lib/api.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { LoadingProduct, ProductMissing } from './product/product-missing.tsx'
import { SellerForm } from './product/seller-form.tsx'

export const meta = () => [{ title: `Edit Product | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function EditProductScreen() {
  const { id = '' } = useParams()
  const token = useToken((state) => state.token)
  const product = useQuery(queryOf(productFormQuery(token, id)))
  if (product.isError && !product.data) return <ProductMissing error={product.error} onAgain={() => void product.refetch()} />
  // a form opens on what is stored now, never on what this tab read before
  if (!product.data || !product.isFetchedAfterMount) return <LoadingProduct title="Edit Product" />
  const form = product.data
  return (
    <Load read={ownProfileQuery(token)} failure="Your business could not be loaded.">
      {(business) => (
        <>
          <RegisterNotice />
          <SellerForm key={id} product={form} business={business} />
        </>
      )}
    </Load>
  )
}
