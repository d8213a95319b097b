import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { OwnedPapers } from '#app/features/catalog/papers/owned-papers.tsx'
import { orderPapersQuery } from '#app/features/catalog/papers/queries.ts'
import { queryOf } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'

/** Papers of the products of an order, where an email leads to. Renders nothing while there are none. */
export default function OrderPapers({ orderId }: { orderId: string }) {
  const token = useToken((state) => state.token)
  const { data } = useQuery(queryOf(orderPapersQuery(token, orderId)))
  const papers = data?.items ?? []
  const section = useRef<HTMLElement>(null)
  const isThere = papers.length > 0
  useEffect(() => {
    if (isThere && location.hash === '#papers') section.current?.scrollIntoView()
  }, [isThere])
  const products = [...new Map(papers.map(({ productId, productName }) => [productId, productName]))]
  if (!isThere) return null
  return (
    <section ref={section} id="papers" aria-labelledby="papers-title" className="mt-8 no-print scroll-mt-24">
      <h2 id="papers-title">Papers</h2>
      <div className="frame mt-4">
        {products.map(([id, name]) => (
          <div key={id} className="px-5 py-4 not-first:fold-t">
            <h3 className="mb-2">
              <bdi>{name}</bdi>
            </h3>
            <OwnedPapers papers={papers.filter(({ productId }) => productId === id)} />
          </div>
        ))}
      </div>
    </section>
  )
}
