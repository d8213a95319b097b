import { Link, useNavigate } from 'react-router'
import { getShop } from '#app/lib/shop.ts'
import { EmptyBoxPage } from '#app/ui/message-page.tsx'

/** The page of every unknown address (S33, B34). */
export function NotFound() {
  const navigate = useNavigate()
  const goBack = () => (window.history.length > 1 ? navigate(-1) : navigate('/'))
  return (
    <>
      <title>{`Page Not Found | ${getShop().name}`}</title>
      <EmptyBoxPage title="Page Not Found" text="There's no page at this address. It may have moved, or the link has a typo.">
        <Link to="/" className="button">
          Back to Home
        </Link>
        <button type="button" className="button hollow" onClick={goBack}>
          Go Back
        </button>
      </EmptyBoxPage>
    </>
  )
}
