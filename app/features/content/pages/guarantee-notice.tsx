import { Link } from 'react-router'
import { getShop } from '#app/lib/shop.ts'
import { LEGAL_GUARANTEE } from '#content/shop-terms.ts'

/** The legal guarantee of consumers in the European Union: the official notice as it was uploaded, or until then one sentence. */
export function GuaranteeNotice() {
  const { guaranteeNotice } = getShop()
  return (
    <>
      {guaranteeNotice ? (
        <img src={guaranteeNotice} alt={LEGAL_GUARANTEE} width={320} className="h-auto max-w-full" loading="lazy" />
      ) : (
        <p>{LEGAL_GUARANTEE}</p>
      )}
      <p>
        <Link to="/refund-policy#warranty">Guarantee and warranty</Link>
      </p>
    </>
  )
}
